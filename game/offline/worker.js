// The game's server in the browser: a service worker that answers the game's requests by the Lisp program that answers
// them on a server. To that program it is what a proxy is: it passes requests on, puts the folder of the site in front
// of the addresses in the answers, and keeps the browser's cookies and the saved states, in IndexedDB.
"use strict";

const version = "@version@"; // of the game; build.mjs fills these in
const store = `dice-of-doom-${version}-@stamp@`;
const root = new URL(self.registration.scope).pathname;
const shared = new URL("@shared@", self.registration.scope).pathname; // the folder with the large files
const own = ["index.html", "start.js"].map((file) => root + file);
const files = [...own, ...["game.pack", "dice-of-doom.wasm"].map((file) => shared + file)];
const redirections = [301, 302, 303, 307, 308];

// --- what the browser keeps: tables of texts

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open(`dice-of-doom-${version}`, 1);
  request.onupgradeneeded = () => ["states", "cookies"].forEach((name) => request.result.createObjectStore(name));
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
opened.catch(() => {}); // a browser that keeps nothing still plays

/** Returns the entries of the table `name`: pairs of a key and a text. */
async function entries(name) {
  const table = (await opened).transaction(name).objectStore(name), found = [];
  return new Promise((resolve, reject) => {
    const request = table.openCursor();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(found);
      found.push([cursor.key, cursor.value]);
      cursor.continue();
    };
  });
}

/** Stores pairs of a key and a text in the table `name`. They are on the disk when this returns. */
async function keep(name, pairs) {
  if (pairs.length === 0) return;
  const change = (await opened).transaction(name, "readwrite");
  for (const [key, text] of pairs) change.objectStore(name).put(text, key);
  await new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onerror = change.onabort = () => reject(change.error);
  });
}

// --- the engine. It starts when the first request comes.

const fetched = async (path) => (await caches.match(path, { cacheName: store })) ?? fetch(path);

// Of tessera/tessera.h. The native game is a module, which needs a permission.
const sizeOfOptions = 72, offsetOfPermit = 28, permitSharedObjects = 32;

let beginEngine;
const wanted = new Promise((resolve) => (beginEngine = resolve));
let lisp = 0, pack = null;
const cookies = new Map();

const text = (bytes) => new TextDecoder().decode(bytes.slice());
const fileOf = (write) => ({
  read: () => 0,
  write: (stream, bytes, offset, length) => (write(text(bytes.subarray(offset, offset + length))), length),
  llseek: () => { throw new Module.FS.ErrnoError(29); },
});

/** Makes the files that the engine sees out of game.pack: see build.mjs. */
function mountFiles() {
  let at = 4 + new DataView(pack).getUint32(0, true);
  for (const [path, size] of JSON.parse(text(new Uint8Array(pack, 4, at - 4)))) {
    Module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    Module.FS.writeFile(path, new Uint8Array(pack, at, size), { canOwn: true });
    at += size;
  }
}

const started = new Promise((resolve, reject) => {
  self.Module = {
    noInitialRun: true,
    standardFiles: [() => {}, () => {}, console.info].map(fileOf),
    mountFiles,
    instantiateWasm(imports, done) {
      (async () => {
        await wanted;
        pack = await (await fetched(`${shared}game.pack`)).arrayBuffer();
        const response = await fetched(`${shared}dice-of-doom.wasm`);
        const isNamed = response.headers.get("Content-Type") === "application/wasm"; // by the server; streams need it
        const { instance, module } = await (isNamed ? WebAssembly.instantiateStreaming(response, imports)
          : WebAssembly.instantiate(await response.arrayBuffer(), imports));
        done(instance, module);
      })().catch(reject);
      return {};
    },
    onRuntimeInitialized: () => begin().then(resolve, reject),
    onAbort: (reason) => reject(new Error(String(reason))),
  };
});
started.catch((problem) => console.error(problem));
importScripts(`${shared}dice-of-doom.js`);

/** Returns a string or a nested array for an object of Lisp, which is released. */
function take(object) {
  const address = Module._tessera_get_string(object, 0);
  let result;
  if (address !== 0) {
    result = Module.UTF8ToString(address);
    Module._tessera_free_text(address);
  } else {
    const length = Math.max(0, Number(Module._tessera_length(object)));
    result = Array.from({ length }, (_, i) => take(Module._tessera_element(object, i)));
  }
  Module._tessera_release(object);
  return result;
}

const failure = () => new Error(`${Module.UTF8ToString(Module._tessera_error_class(lisp))}: ${Module.UTF8ToString(Module._tessera_error_message(lisp))}`);

/** Writes nested arrays of strings as Lisp reads them. */
const printed = (data) => (typeof data === "string" ? `"${data.replace(/[\\"]/g, "\\$&")}"` : `(${data.map(printed).join(" ")})`);
const pairs = (all) => `(${all.map(([key, value]) => `(${printed(key)} . ${printed(value)})`).join(" ")})`;

/** Calls a function of page.lisp with a text. */
function call(name, operand) {
  const argument = Module.withText(operand, (address, size) => Module._tessera_string(lisp, address, size));
  const list = Module._malloc(4);
  Module.HEAP32[list / 4] = argument;
  const result = Module.withText(name, (address) => Module._tessera_call(lisp, address, 1, list));
  Module._tessera_release(argument);
  Module._free(list);
  if (result === 0) throw failure();
  return take(result);
}

async function begin() {
  const options = Module._malloc(sizeOfOptions); // a tessera_options: zeros are the defaults
  Module.HEAPU8.fill(0, options, options + sizeOfOptions);
  Module.HEAPU32[(options + offsetOfPermit) / 4] = permitSharedObjects;
  lisp = Module._tessera_new(options);
  Module._free(options);
  if (Module.withText(`(progn (defparameter *page-version* "${version}") (load "/game/offline/start.lisp"))`, (form) => Module._tessera_eval(lisp, form, 0)) === 0) throw failure();
  call("restore-states", pairs(await entries("states").catch(() => [])));
  for (const [name, value] of await entries("cookies").catch(() => [])) cookies.set(name, value);
}

// --- requests

/** Returns the headers that the program looks at. */
function headersOf(request) {
  const { host, protocol, origin } = location;
  const fromHere = request.referrer.startsWith(`${origin}/`);
  const headers = [
    ["Host", host],
    ["X-Forwarded-Host", host + root.slice(0, -1)],
    ["X-Forwarded-Proto", protocol.slice(0, -1)],
    ["Sec-Fetch-Site", fromHere ? "same-origin" : "cross-site"],
    ["Accept-Language", request.headers.get("Accept-Language") ?? navigator.languages.join(", ")],
    ["Cookie", [...cookies].map((pair) => pair.join("=")).join("; ")],
  ];
  if (fromHere) headers.push(["Referer", request.referrer.replace(origin + root, `${origin}/`)]);
  return headers;
}

/** Keeps the cookies that an answer sets. Returns its other headers. */
async function takeCookies(headers) {
  const isCookie = ([name]) => name === "Set-Cookie";
  const set = headers.filter(isCookie).map(([, value]) => value.split(";")[0].split(/=(.*)/s).slice(0, 2));
  for (const [name, value] of set) cookies.set(name, value);
  await keep("cookies", set).catch((problem) => console.error(problem));
  return headers.filter((header) => !isCookie(header));
}

/** Puts the site's folder in front of the addresses in a page. */
function withRoot(body, type = "") {
  if (root === "/") return body;
  if (type.startsWith("text/html")) return body.replace(/(\b(?:href|src|action|data-[a-z]+)="|;url=)\//g, `$1${root}`);
  return type.includes("manifest") ? body.replaceAll('":"/', `":"${root}`) : body;
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the program's response. A script's request follows redirections here. */
async function responseTo(method, address, fields, request) {
  const path = decoded(address.pathname.slice(root.length));
  const parameters = [...address.searchParams, ...fields];
  const [status, headers, body, states] = call("respond", `(${printed(method)} ${printed(path)} ${pairs(headersOf(request))} ${pairs(parameters)})`);
  await keep("states", states).catch((problem) => console.error(problem));
  const rest = new Headers(await takeCookies(headers));
  if (redirections.includes(Number(status))) {
    const place = new URL(root + rest.get("Location").replace(/^\//, ""), location.origin);
    return request.mode === "navigate" ? Response.redirect(place, 303) : responseTo("GET", place, [], request);
  }
  return new Response(request.method === "HEAD" ? null : withRoot(body, rest.get("Content-Type")), { status: Number(status), headers: rest });
}

async function answer(request) {
  try {
    const fields = request.method === "POST" ? [...new URLSearchParams(await request.text())] : [];
    beginEngine();
    await started;
    return await responseTo(request.method, new URL(request.url), fields, request);
  } catch (problem) {
    console.error(problem);
    return new Response(`The game does not run in this browser: ${problem.message}`, { status: 500, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== location.origin || !address.pathname.startsWith(root)) return;
  event.respondWith(own.includes(address.pathname) && !address.pathname.endsWith(".html") ? fetched(address.pathname) : answer(event.request));
});

self.addEventListener("install", (event) => event.waitUntil(
  caches.open(store).then((cache) => cache.addAll(files.map((path) => new Request(path, { cache: "reload" })))).then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => {
  beginEngine();
  event.waitUntil(
    caches.keys()
      .then((all) => Promise.all(all.filter((name) => name.startsWith(`dice-of-doom-${version}-`) && name !== store).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()));
});

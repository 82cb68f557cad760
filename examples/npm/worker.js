// The engine in a worker of a page or of node. index.mjs sends requests, and each gets an answer; output comes in
// between.
"use strict";

const node = typeof process === "object" && process.versions?.node ? { ...require("node:worker_threads"), fs: require("node:fs") } : null;
const send = node ? (message, moved) => node.parentPort.postMessage(message, moved) : (message, moved) => postMessage(message, { transfer: moved ?? [] });

// --- interrupts

const pollMilliseconds = 50;
let interruptFlag = null;  // shared memory: node
let interruptUrl = null;   // an object that exists until the user wants to interrupt: pages
let nextPoll = 0;

/**
 * True once the host wants to interrupt. A running worker gets no messages, and memory shared with a page needs headers
 * that not every server sends; but a worker may ask for an object of the page synchronously.
 */
function interruptIsAsked() {
  if (interruptFlag) return Atomics.exchange(interruptFlag, 0, 0);
  const now = performance.now();
  if (interruptUrl === null || now < nextPoll) return 0;
  nextPoll = now + pollMilliseconds;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", interruptUrl, false);
    request.send();
    return 0;
  } catch {
    interruptUrl = null;
    return 1;
  }
}

// --- files

/** Returns the contents of a file of the package. */
function fetchBytes(url) {
  if (node) return node.fs.readFileSync(new URL(url));
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status >= 400) throw new Error(`${url}: ${request.status}`);
  return new Uint8Array(request.response);
}

/** Mounts the files that the host offers: a table from paths to addresses. Each is fetched when it is first looked at. */
function mountFiles(files) {
  for (const [path, url] of Object.entries(files)) {
    const at = path.lastIndexOf("/");
    Module.FS.mkdirTree(path.slice(0, at));
    const file = Module.FS.createDataFile(path.slice(0, at), path.slice(at + 1), "", true, true);
    const mounted = { bytes: null, time: file.timestamp };
    const contents = () => (mounted.bytes ??= fetchBytes(url));
    const replace = (property) => (value) => {
      Object.defineProperty(file, "contents", { value: property === "contents" ? value : contents(), writable: true });
      Object.defineProperty(file, "usedBytes", { value: property === "usedBytes" ? value : contents().length, writable: true });
    };
    Object.defineProperty(file, "contents", { get: contents, set: replace("contents"), configurable: true });
    Object.defineProperty(file, "usedBytes", { get: () => contents().length, set: replace("usedBytes"), configurable: true });
    noted.set(path, file.timestamp);
  }
}

const home = "/home/web_user";
const noted = new Map();  // the files that the host knows: path and time of the last change

/** Returns the files of the user that have changed since the last call, as [path, bytes], or [path, null] if deleted. */
function changedFiles() {
  const changes = [], seen = new Set();
  const look = (folder) => {
    for (const name of Module.FS.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = `${folder}/${name}`, { node: file } = Module.FS.lookupPath(path);
      if (Module.FS.isDir(file.mode)) look(path);
      else if (Module.FS.isFile(file.mode)) {
        seen.add(path);
        if (noted.get(path) !== file.timestamp) changes.push([path, Module.FS.readFile(path)]);
        noted.set(path, file.timestamp);
      }
    }
  };
  look(home);
  for (const path of [...noted.keys()]) {
    if (!path.startsWith(home) || seen.has(path)) continue;
    noted.delete(path);
    changes.push([path, null]);
  }
  return changes;
}

function writeFile(path, bytes) {
  Module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  if (bytes) Module.FS.writeFile(path, bytes);
  else if (Module.FS.analyzePath(path).exists) Module.FS.unlink(path);
  if (bytes) noted.set(path, Module.FS.lookupPath(path).node.timestamp);
  else noted.delete(path);
}

// --- objects of Lisp, and values of JavaScript

let lisp = 0;
const mostDepth = 200;

/** See host.js, which the engine brings. */
const withText = (text, use) => Module.withText(text, use);

/** Returns the result of `use` with new objects for values, and the address of a list of them. */
function withObjects(values, use, depth = 0) {
  if (depth > mostDepth) throw new TypeError("Values for Lisp may not be circular, nor nested more deeply than 200 levels");
  const objects = values.map((value) => make(value, depth + 1) || (collect(), make(value, depth + 1))), list = Module._malloc(4 * objects.length + 4);
  objects.forEach((object, i) => { Module.HEAP32[list / 4 + i] = object; });
  try {
    return use(objects.length, list);
  } finally {
    objects.forEach((object) => Module._tessera_release(object));
    Module._free(list);
  }
}

/** Collects garbage: objects that the host makes do not, when the heap is full. */
const collect = () => withText("tessera-page:collect", (address) => Module._tessera_release(Module._tessera_call(lisp, address, 0, 0)));

/** Returns a new object of Lisp for a value; 0 if there is no memory for it. */
function make(value, depth = 0) {
  switch (typeof value) {
    case "string": return withText(value, (address, size) => Module._tessera_string(lisp, address, size));
    case "number": return Number.isSafeInteger(value) ? Module._tessera_integer(lisp, BigInt(value)) : Module._tessera_double(lisp, value);
    case "bigint": return withText(String(value), (address) => Module._tessera_eval(lisp, address, 0));
    case "boolean": return value ? withText("cl:t", (address) => Module._tessera_symbol(lisp, address)) : Module._tessera_nil(lisp);
    case "object":
      if (value === null) return Module._tessera_nil(lisp);
      return withObjects(Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value) : Object.entries(value), (count, list) => Module._tessera_list(lisp, count, list), depth);
    case "undefined": return Module._tessera_nil(lisp);
    default: throw new TypeError(`Lisp has no value for ${String(value)}`);
  }
}

let cellAddress = 0;
const cell = () => (cellAddress ||= Module._malloc(8));

/** Returns the value of JavaScript for an object of Lisp, which is released; { text } for objects that have none. */
function take(object, depth = 0) {
  try {
    if (!Module._tessera_is_true(object)) return null;
    const string = Module._tessera_get_string(object, cell());
    if (string !== 0) return takeText(string, Module.HEAP32[cell() / 4]);
    if (Module._tessera_get_integer(object, cell())) {
      const integer = new DataView(Module.HEAPU8.buffer).getBigInt64(cell(), true);
      return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
    }
    const length = Number(Module._tessera_length(object));
    if (length >= 0 && depth < mostDepth) return Array.from({ length }, (_, i) => take(Module._tessera_element(object, i), depth + 1));
    const text = takeText(Module._tessera_text(object));
    if (text === "T" || text === "COMMON-LISP:T") return true;
    if (/^[-+]?\d+$/.test(text)) return BigInt(text);
    if (/^[-+]?\d*\.\d+(?:[esfdl][-+]?\d+)?$/i.test(text) && Module._tessera_get_double(object, cell())) {
      return new DataView(Module.HEAPU8.buffer).getFloat64(cell(), true);
    }
    return { text };
  } finally {
    Module._tessera_release(object);
  }
}

function takeText(address, size) {
  if (address === 0) return "an object that cannot be printed";
  const text = size === undefined ? Module.UTF8ToString(address) : new TextDecoder().decode(Module.HEAPU8.slice(address, address + size));
  Module._tessera_free_text(address);
  return text;
}

// --- requests

/** Calls a function of Lisp. Returns its value, or { failed } with the class, the message and the backtrace. */
function call(name, operands) {
  const result = withObjects(operands, (count, list) => withText(name, (address) => Module._tessera_call(lisp, address, count, list)));
  return result !== 0 ? { value: take(result) } : failure();
}

const failure = () => ({ failed: ["class", "message", "backtrace"].map((part) => Module.UTF8ToString(Module[`_tessera_error_${part}`](lisp))) });

function load(path) {
  if (withText(path, (address) => Module._tessera_load(lisp, address))) return { value: null };
  return failure();
}

/** Makes the interpreter, with a limit of its memory in megabytes: a tessera_options of which all else is 0. */
function makeInterpreter({ megabytes, steps, seconds }) {
  const size = 96, options = Module._malloc(size);
  Module.HEAPU8.fill(0, options, options + size);
  Module.HEAP32[options / 4] = Math.round((megabytes ?? 0) * 2 ** 20);
  lisp = Module._tessera_new(options);
  Module._free(options);
  return () => Module._tessera_set_limits(lisp, BigInt(Math.round(steps ?? 0)), BigInt(Math.round((seconds ?? 0) * 1e9)));
}

const requests = {
  call: ({ name, operands }) => call(name, operands),
  load: ({ path }) => load(path),
  write: ({ path, bytes }) => (writeFile(path, bytes), { value: null }),
};

function serve(message) {
  if (message.files) return startEngine(message);
  interruptUrl = message.interruptUrl ?? null;
  nextPoll = performance.now() + pollMilliseconds;
  let answer;
  try {
    answer = requests[message.request](message);
    if (answer.failed?.[0] === "STORAGE-CONDITION") collect();
    if (message.request === "call") answer.changes = changedFiles();
  } catch (error) {
    if (!(error instanceof TypeError)) return send({ died: String(error) });
    answer = { failed: ["TYPE-ERROR", error.message, ""] };
  }
  interruptUrl = null;
  flush();
  send({ id: message.id, ...answer });
}

// --- the start

const decoders = [1, 2].map(() => new TextDecoder());
const pageFile = (write) => ({
  read: () => 0,
  write: (stream, buffer, offset, length) => (write(buffer.subarray(offset, offset + length)), length),
  llseek: () => { throw new Module.FS.ErrnoError(29); },
});
const output = (stream) => pageFile((bytes) => print(decoders[stream - 1].decode(bytes.slice(), { stream: true }), stream));

/** Output is sent in large pieces: a page that gets each line by itself has no time for its buttons. */
const printed = { text: "", stream: 1, time: 0 };

function print(text, stream) {
  if (stream !== printed.stream) flush();
  printed.stream = stream;
  printed.text += text;
  if (printed.text.length > 32768 || performance.now() - printed.time > 100) flush();
}

function flush() {
  if (printed.text !== "") send({ output: printed.text, stream: printed.stream });
  printed.text = "";
  printed.time = performance.now();
}

const base = node ? null : new URL(".", location).href;
let begin;
const begun = new Promise((resolve) => { begin = resolve; });  // with the compiled engine, if the page has one
let start = null;  // the first message

async function compileEngine() {
  const response = await fetch(base + "tessera.wasm");
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const isNamed = response.headers.get("Content-Type") === "application/wasm";  // by the server; streams need it
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const fail = (reason) => send({ died: String(reason) });

var Module = {
  noInitialRun: true,
  standardFiles: [pageFile(() => {}), output(1), output(2)],
  interruptIsAsked,
  mountFiles() {
    mountFiles(start.files);
    start.kept.forEach(([path, bytes]) => writeFile(path, bytes));
    Module.FS.chdir(home);
  },
  onRuntimeInitialized() {
    const setLimits = makeInterpreter(start.limits);
    const begun = call("tessera-page:begin", []);
    if (begun.failed) return fail(begun.failed[1]);
    setLimits();
    send({ ready: true });
  },
  onAbort: fail,
};

function startEngine(message) {
  start = message;
  if (!node) return begin(message.engine);
  interruptFlag = message.flag;
  // Lisp sees the files of the package alone: the program takes node for a worker of a page.
  Module.wasmBinary = fetchBytes(message.base + "tessera.wasm");
  new Function("Module", "process", "require", "importScripts", "self", String(node.fs.readFileSync(new URL(message.base + "tessera.js"))))(
    Module, undefined, undefined, () => {}, { location: { href: message.base } });
}

if (node) node.parentPort.on("message", serve);
else {
  onmessage = ({ data }) => serve(data);
  const compiled = location.hash === "#compile" ? compileEngine() : null;
  compiled?.catch(() => {});  // reported below, once the page is known not to have the engine
  Module.instantiateWasm = (imports, done) => {
    begun.then(async (given) => {
      const engine = given ?? await (compiled ?? compileEngine());
      done(await WebAssembly.instantiate(engine, imports), engine);
    }).catch(fail);
    return {};
  };
  importScripts(base + "tessera.js");
}

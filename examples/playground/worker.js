// The engine in a worker of its own, so that the page stays responsive. The page sends requests and gets an answer for
// each; output comes in between.
"use strict";

const pollMilliseconds = 50;
let interruptUrl = null;   // an object that exists until the user wants to interrupt
let nextPoll = 0;

/**
 * True once the page has revoked the URL of the running request. A running worker gets no messages, and memory shared
 * with the page needs headers that not every server sends; but a worker may ask for an object synchronously.
 */
function interruptIsAsked() {
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

const decoders = [1, 2].map(() => new TextDecoder());
const write = (stream) => (bytes) => postMessage({ output: decoders[stream - 1].decode(bytes.slice(), { stream: true }), stream });

/** Mounts the files that the site offers; each is fetched when it is first opened. */
function mountFiles(files) {
  for (const [path, url] of Object.entries(files)) {
    const at = path.lastIndexOf("/");
    Module.FS.mkdirTree(path.slice(0, at));
    Module.FS.createLazyFile(path.slice(0, at), path.slice(at + 1), url, true, false);
  }
  Module.FS.chdir("/home/web_user");
}

const pageFile = (write) => ({
  read: () => 0,
  write: (stream, buffer, offset, length) => (write(buffer.subarray(offset, offset + length)), length),
  llseek: () => { throw new Module.FS.ErrnoError(29); },
});

var Module = {
  noInitialRun: true,
  standardFiles: [pageFile(() => {}), pageFile(write(1)), pageFile(write(2))],
  interruptIsAsked,
  onRuntimeInitialized: start,
  onAbort: (reason) => postMessage({ died: String(reason) }),
};

let lisp = 0;

/** Returns the result of `use` with the address of `text` in the engine's memory. */
function withText(text, use) {
  const size = Module.lengthBytesUTF8(text) + 1, address = Module._malloc(size);
  Module.stringToUTF8(text, address, size);
  try {
    return use(address, size - 1);
  } finally {
    Module._free(address);
  }
}

const makeString = (text) => withText(text, (address, size) => Module._tessera_string(lisp, address, size));

/** Returns a string or a nested array for an object of Lisp, which is released. */
function take(object) {
  try {
    const text = Module._tessera_get_string(object, 0);
    if (text !== 0) {
      const result = Module.UTF8ToString(text);
      Module._tessera_free_text(text);
      return result;
    }
    const length = Number(Module._tessera_length(object));
    return Array.from({ length: Math.max(length, 0) }, (_, i) => take(Module._tessera_element(object, i)));
  } finally {
    Module._tessera_release(object);
  }
}

/** Calls a function of playground.lisp with strings and numbers. */
function call(name, ...operands) {
  const objects = operands.map((o) => (typeof o === "number" ? Module._tessera_integer(lisp, BigInt(o)) : makeString(o)));
  const list = Module._malloc(4 * objects.length);
  objects.forEach((object, i) => { Module.HEAP32[list / 4 + i] = object; });
  const result = withText(`playground:${name}`, (address) => Module._tessera_call(lisp, address, objects.length, list));
  objects.forEach((object) => Module._tessera_release(object));
  Module._free(list);
  if (result !== 0) return take(result);
  return ["failed", Module.UTF8ToString(Module._tessera_error_class(lisp)), Module.UTF8ToString(Module._tessera_error_message(lisp))];
}

function start() {
  lisp = Module._tessera_new(0);
  const loaded = withText("/tessera/playground.lisp", (path) => Module._tessera_load(lisp, path));
  if (!loaded) return postMessage({ died: Module.UTF8ToString(Module._tessera_error_message(lisp)) });
  postMessage({ ready: true });
}

onmessage = ({ data }) => {
  if (data.files) {
    Module.mountFiles = () => mountFiles(data.files);
    return importScripts("tessera.js");
  }
  interruptUrl = data.interruptUrl ?? null;
  nextPoll = performance.now() + pollMilliseconds;
  const answer = call(data.call, ...data.operands);
  interruptUrl = null;
  postMessage({ id: data.id, answer });
};

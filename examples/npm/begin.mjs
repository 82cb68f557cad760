// What an engine needs before it can start: a worker, compiled code, files. A page may begin it before its other
// scripts are there, and give it to `Tessera.start`.

export const underNode = typeof process === "object" && !!process.versions?.node;

async function ownFiles(base) {
  const url = new URL("files.json", base);
  if (underNode) return JSON.parse(await (await import("node:fs/promises")).readFile(url, "utf8"));
  return (await fetch(url)).json();
}

/** Returns the addresses of all files by path. */
async function offeredFiles(base, ...tables) {
  const files = Object.assign({}, ...await Promise.all(tables));
  return Object.fromEntries(Object.entries(files).map(([path, url]) => [path, new URL(url, base).href]));
}

/** Returns { worker, failed }: `failed` is fulfilled with a message if the worker ends by itself. */
async function startWorker(url) {
  let worker;
  if (underNode) {
    worker = new (await import("node:worker_threads")).Worker(url);
    worker.addEventListener = (type, use) => worker.on(type, (data) => use({ data, message: data?.message }));
  } else {
    worker = new Worker(url);
  }
  return { worker, failed: new Promise((resolve) => worker.addEventListener("error", ({ message }) => resolve(message ?? "its worker cannot be loaded"))) };
}

/**
 * Begins an engine. `base` is the address of the package's folder, `files` a table of more files, or a promise of one,
 * `own` the table in files.json. Returns an option for `Tessera.start`, which takes it once.
 */
export function begin({ base, files, own = ownFiles(base) }) {
  // Browsers keep compiled code for pages, not for workers; but compiling costs a page time in which it does not
  // answer. So a page compiles only what a service worker has from an earlier visit.
  const isRevisit = !underNode && !!navigator.serviceWorker?.controller;
  const engine = isRevisit ? WebAssembly.compileStreaming(fetch(new URL("tessera.wasm", base))).catch(() => null) : null;
  const started = startWorker(new URL(isRevisit || underNode ? "worker.js" : "worker.js#compile", base));
  const offered = offeredFiles(base, own, files);
  offered.catch(() => {});  // told by who waits for it
  return { base: String(base), started, engine, offered };
}

// The engine of a page. Other scripts of the page import it from here.
import { Engine } from "./engine.js";

export const root = new URL(".", document.currentScript.src);
export const engine = new Engine(root.href, globalThis.begunEngine);

const quietTime = 5000;  // milliseconds in which the page answers its reader

/**
 * Lets the browser keep what the next visits need: compiled code, which it keeps for pages but not for workers, and
 * only of what no service worker has answered; and with the service worker all files.
 */
async function keepForLater() {
  if (engine.lisp && !navigator.serviceWorker?.controller) {
    await WebAssembly.compileStreaming(fetch(new URL("tessera/tessera.wasm", root))).catch(() => {});
  }
  navigator.serviceWorker?.register(new URL("service-worker.js", root)).catch(() => {});
}

const begun = document.body.dataset.setup ? Promise.resolve() : engine.start();  // a page with a setup starts it when it needs it
begun.catch(() => {}).then(() => setTimeout(keepForLater, quietTime));

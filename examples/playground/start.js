// Starts the engine of a page, which needs no scripts of the editor. Other scripts of the page import it from here.
import { Engine } from "./engine.js";

export const root = new URL(".", import.meta.url);
export const engine = new Engine(root.href);

/**
 * Lets the browser keep what the next visits need: compiled code, which it keeps for pages but not for workers, and
 * with the service worker all files.
 */
async function keepForLater() {
  if (engine.isReady && !navigator.serviceWorker?.controller) {
    await WebAssembly.compileStreaming(fetch(new URL("tessera/tessera.wasm", root))).catch(() => {});
  }
  navigator.serviceWorker?.register(new URL("service-worker.js", root)).catch(() => {});
}

const begun = document.body.dataset.setup ? Promise.resolve() : engine.start();  // a page with a setup starts it when it needs it
begun.catch(() => {}).then(() => (globalThis.requestIdleCallback ?? setTimeout)(keepForLater));

// Begins the engine of a page. Pages have it in their head, so that nothing waits for the other scripts.
import { begin } from "../npm/begin.mjs";

/** Returns the playground's own program, as a file that an engine has from the start. */
async function program(root) {
  const response = await fetch(new URL("playground.tfasl", root));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return ["/tessera/playground.tfasl", new Uint8Array(await response.arrayBuffer())];
}

/** Begins an engine of the site with the address `root`. build.mjs puts in `siteFiles`, the files that programs see. */
export function beginEngine(root) {
  const files = Object.fromEntries(Object.entries(siteFiles).map(([path, url]) => [path, new URL(url, root).href]));
  const begun = { ...begin({ base: new URL("tessera/", root), own: files }), program: program(root) };
  begun.program.catch(() => {});  // told by who waits for it
  return begun;
}

const { beginAt } = document.currentScript?.dataset ?? {};
if (beginAt !== undefined) globalThis.begunEngine = beginEngine(new URL(beginAt, document.baseURI));

// Begins the engine of a page. Pages have it in their head, so that nothing waits for the other scripts.
import { begin } from "../npm/begin.mjs";

/** Returns the addresses of the files that the site offers to programs. `root` is the address of the site. */
async function siteFiles(root) {
  const response = await fetch(new URL("files.json", root));
  return Object.fromEntries(Object.entries(await response.json()).map(([path, url]) => [path, new URL(url, root).href]));
}

export const beginEngine = (root) => begin({ base: new URL("tessera/", root), files: siteFiles(root) });

const { beginAt } = document.currentScript?.dataset ?? {};
if (beginAt !== undefined) globalThis.begunEngine = beginEngine(new URL(beginAt, document.baseURI));

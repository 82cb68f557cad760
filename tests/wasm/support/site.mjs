// A server of plain files for the built site.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

export const site = process.env.TESSERA_SITE ?? new URL("../../../build/site", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Returns a reason to skip tests that need `file` of the site; false if it is there. */
export const missing = (file) => (existsSync(join(site, file)) ? false : "The site is not built: cmake --build --preset wasm --target site");

/** Serves the site below the path `folder`. Returns { address, stop }; `address` ends with a slash. */
export async function serveSite(folder = "/") {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const path = join(site, normalize(pathname.slice(folder.length - 1)).replace(/\/$/, "/index.html"));
    if (!pathname.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream", "Content-Length": statSync(path).size });
    if (request.method === "HEAD") return response.end();
    createReadStream(path).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${folder}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

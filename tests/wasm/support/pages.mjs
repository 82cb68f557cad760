// The site on a server of plain files, in a browser.
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { openPage, startBrowser } from "../../web/support/browser.mjs";

export const site = process.env.TESSERA_SITE ?? new URL("../../../build/site", import.meta.url).pathname;

/** Returns a reason to skip tests that need `file` of the site; false if it is there. */
export const missing = (file) => (existsSync(join(site, file)) ? false : "The site is not built: cmake --build --preset wasm --target site");
export const skip = missing("index.html");

const types = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

/**
 * Serves `folder` below the path `below`, compressed as sites are if `compresses`. Returns { server, address, stop };
 * `address` ends with a slash.
 */
export async function serve(folder, below = "/", compresses = false) {
  const compressed = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const path = join(folder, normalize(pathname.slice(below.length - 1)).replace(/\/$/, "/index.html"));
    if (!pathname.startsWith(below) || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    const type = types[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream";
    if (compresses) {
      if (!compressed.has(path)) compressed.set(path, gzipSync(readFileSync(path)));
      return response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" }).end(request.method === "HEAD" ? "" : compressed.get(path));
    }
    response.writeHead(200, { "Content-Type": type, "Content-Length": statSync(path).size });
    if (request.method === "HEAD") return response.end();
    createReadStream(path).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, address: `http://127.0.0.1:${server.address().port}${below}`, stop };
}

/** Starts the server and a browser around the tests of a file. Returns what they become. */
export function aroundTests(start = startBrowser) {
  const running = {};
  before(async () => {
    if (!skip) Object.assign(running, { browser: await start() }, await serve(site));
  });
  after(async () => {
    await running.browser?.close();
    running.server?.close();
  });
  /** Opens a page of the site. */
  running.open = async (path = "", options = {}) => {
    const page = await openPage(running.browser, options);
    await page.goto(new URL(path, running.address).href);
    return page;
  };
  /** Opens the playground, and waits until it can evaluate. */
  running.openPlayground = async (options) => {
    const page = await running.open("", options);
    await settled(page);
    return page;
  };
  return running;
}

export const settled = (page) => page.getByText("Ready", { exact: true }).waitFor();

/** Writes `text` in the editor and presses a button. Returns the new turn of the transcript. */
export async function run(page, text, button = "Run") {
  const before = await page.locator("#transcript .turn").count();
  await page.locator("#editor .cm-content").fill(text);
  await page.getByRole("button", { name: button, exact: true }).click();
  return page.locator("#transcript .turn").nth(before);
}

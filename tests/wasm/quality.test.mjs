// For everybody: axe finds nothing in either theme, nothing is wider than a phone, and the first view is light.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { phone } from "../web/support/browser.mjs";
import { aroundTests, run, settled, site as folder, skip } from "./support/pages.mjs";

const site = aroundTests();
const axe = skip ? "" : readFileSync(createRequire(new URL("../web/package.json", import.meta.url)).resolve("axe-core"), "utf8");

/** Fails if axe finds anything in the page, whose contrast it looks at in both themes. */
async function check(page, what) {
  await page.addScriptTag({ content: axe });
  for (const [colorScheme, runOnly] of [["light", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]], ["dark", { type: "rule", values: ["color-contrast"] }]]) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async (options) => (await globalThis.axe.run(options)).violations, { runOnly });
    assert.deepEqual(violations.map(({ id, nodes }) => `${what}, ${colorScheme}: ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join("\n")}`), []);
  }
}

/** Fails if the page is wider than a phone. */
async function checkWidth(page, path) {
  await page.setViewportSize(phone.viewport);
  const [width, wide] = await page.evaluate(() => [document.documentElement.scrollWidth,
    [...document.querySelectorAll("main *")].filter((made) => made.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map((made) => made.outerHTML.slice(0, 100))]);
  assert.ok(width <= phone.viewport.width, `${path}: ${width}: ${wide.join("\n")}`);
}

const pages = ["lessons/index.html", "lessons/tour.html", "lessons/18.html", "manual/index.html", "manual/symbols.html", "turtle.html"];

test("axe finds nothing in either theme, and nothing is wider than a phone", { skip }, async () => {
  for (const path of pages) {
    const page = await site.open(path);
    await page.waitForLoadState("networkidle");
    await check(page, path);
    await checkWidth(page, path);
    await page.leave();
  }
  const page = await site.openPlayground();
  await check(page, "the playground");
  await (await run(page, '(load "lazy.lisp") (take 2 (lazy-cons 1 (lazy-cons 2 (lazy-nil))))')).locator(".value").waitFor();
  await (await run(page, "(lazy-cons 1 (lazy-nil))")).locator(".picture").waitFor();
  await (await run(page, "(car 3)")).getByRole("alert").waitFor();
  await (await run(page, "(read-line)")).getByLabel("Input").waitFor();
  await (await run(page, "(+ 1 2)", "Step")).locator(".steps").waitFor();
  await (await run(page, "(push (when a b) c)", "Expand")).locator(".call").waitFor();
  await (await run(page, '(with-open-file (out "a.txt" :direction :output) (print 1 out))')).locator(".value").waitFor();
  await page.getByText("Files (1)").click();
  await check(page, "a transcript");
  await checkWidth(page, "a transcript");
  await page.leave();
});

const compressed = (path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;

test("the engine with its image takes at most 1.2 MB, compressed", { skip }, () => {
  const total = compressed("tessera/tessera.wasm") + compressed("tessera/tessera.js");
  console.log(`engine: ${total} bytes`);
  assert.ok(total <= 1.2e6, `${total} bytes`);
});

test("the first view takes at most 1.5 MB, compressed", { skip }, async () => {
  const page = await site.open("about:blank");
  const paths = new Set();
  page.context().on("request", (request) => request.url().startsWith(site.address) && paths.add(new URL(request.url()).pathname));
  await page.goto(site.address);
  await settled(page);
  await (await run(page, "(+ 1 2)")).locator(".value").waitFor();
  const sizes = [...paths].map((path) => [compressed(path.replace(/\/$/, "/index.html")), path]).sort(([a], [b]) => b - a);
  const total = sizes.reduce((sum, [size]) => sum + size, 0);
  console.log(`first view: ${total} bytes in ${sizes.length} files:\n${sizes.map((line) => line.join(" ")).join("\n")}`);
  assert.ok(total <= 1.5e6, `${total} bytes`);
  await page.leave();
});

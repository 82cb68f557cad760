// The site where something is missing or refused: scripts, the engine, what the browser keeps; and in two tabs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aroundTests, run, settled, skip } from "./support/pages.mjs";

const site = aroundTests();
const opened = (path, options, refused) => site.open("about:blank", options).then(async (page) => {
  await page.route(refused, (route) => route.abort());
  await page.goto(new URL(path, site.address).href);
  return page;
});

test("a page whose scripts are missing says so", { skip }, async () => {
  for (const path of ["", "lessons/18.html"]) {
    const page = await opened(path, {}, "**/site.js");
    await page.getByText("A part of this page could not be loaded.").waitFor();
    await page.unroute("**/site.js");
    await page.getByRole("link", { name: "Load it again" }).click();
    await page.getByRole("button", { name: "Run" }).first().waitFor();
    assert.equal(await page.getByText("A part of this page could not be loaded.").isVisible(), false);
    await page.leave();
  }
});

test("an engine that is missing is reported, and started later", { skip }, async () => {
  for (const missing of ["**/tessera.wasm", "**/tessera.js", "**/worker.js", "**/playground.tfasl"]) {
    const page = await opened("", {}, missing);
    await page.locator("#status", { hasText: "Start over tries again" }).waitFor();
    await page.unroute(missing);
    await page.getByRole("button", { name: "Start over" }).click();
    await settled(page);
    await (await run(page, "(+ 1 2)")).locator(".value", { hasText: "3" }).waitFor();
    await page.leave();
  }
  const page = await opened("lessons/18.html", {}, "**/tessera.wasm");
  const example = page.locator(".example").first();
  await example.getByRole("button", { name: "Run" }).click();
  await example.getByRole("alert").waitFor();
  await page.unroute("**/tessera.wasm");
  await example.getByRole("button", { name: "Run" }).click();
  await example.locator(".value", { hasText: "3" }).waitFor();
  await page.leave();
});

test("without anything that the browser keeps, programs run", { skip }, async () => {
  const page = await site.open("about:blank");
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(globalThis, name, { get() { throw new DOMException("refused", "SecurityError"); } });
    }
  });
  await page.goto(site.address);
  await settled(page);
  await (await run(page, '(with-open-file (out "a.txt" :direction :output) (print 1 out))')).locator(".value", { hasText: "1" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("two tabs have work of their own", { skip }, async () => {
  const one = await site.openPlayground();
  await one.locator("#editor .cm-content").fill("(first-tab)");
  const two = await one.context().newPage();
  await two.goto(site.address);
  await settled(two);
  await two.locator("#editor .cm-content", { hasText: "(first-tab)" }).waitFor();
  await two.locator("#editor .cm-content").fill("(second-tab)");
  await one.reload();
  await one.locator("#editor .cm-content", { hasText: "(first-tab)" }).waitFor();
  await two.reload();
  await two.locator("#editor .cm-content", { hasText: "(second-tab)" }).waitFor();
  await one.leave();
});

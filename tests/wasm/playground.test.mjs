// The playground in chromium, from a server of plain files.
import assert from "node:assert/strict";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { openPage, phone, startBrowser } from "../web/support/browser.mjs";

const site = process.env.TESSERA_SITE ?? new URL("../../build/site", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
const skip = existsSync(join(site, "index.html")) ? false : "the playground is not built: cmake --build --preset wasm --target site";

let browser, server, address;

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const path = join(site, normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream", "Content-Length": statSync(path).size });
    if (request.method === "HEAD") return response.end();
    createReadStream(path).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens the playground, and waits until it can evaluate. */
async function openPlayground(options) {
  const page = await openPage(browser, options);
  await page.goto(address);
  await page.getByText("Ready", { exact: true }).waitFor();
  return page;
}

/** Runs a text, and returns the last turn of the transcript. */
async function run(page, text) {
  const before = await page.locator(".turn").count();
  await page.locator(".cm-content").fill(text);
  await page.getByRole("button", { name: "Run" }).click();
  return page.locator(".turn").nth(before);
}

const settled = (page) => page.getByText("Ready", { exact: true }).waitFor();

test("a form is typed and shows its value, output and history", { skip }, async () => {
  const page = await openPlayground();
  await page.locator(".cm-content").click();
  await page.keyboard.type("(list (+ 1 2)");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".turn").count(), 0, "an open parenthesis begins a line");
  await page.keyboard.type("(princ :hello))");
  await page.keyboard.press("Enter");
  await page.locator(".value", { hasText: "(3 :HELLO)" }).waitFor();
  await page.locator(".output", { hasText: "HELLO" }).waitFor();
  await page.keyboard.press("ArrowUp");
  assert.match(await page.locator(".cm-content").innerText(), /\(list \(\+ 1 2\)/);
  page.assertNoFaults();
  await page.leave();
});

test("an error offers restarts, and one that asks for a value", { skip }, async () => {
  const page = await openPlayground();
  let turn = await run(page, "(* 2 (some-value))");
  await turn.getByRole("alert").waitFor();
  assert.match(await turn.locator(".message").innerText(), /SOME-VALUE is undefined/);
  const field = turn.getByLabel("Return a value", { exact: false }).or(turn.locator("input")).last();
  await field.fill("21");
  await field.press("Enter");
  await turn.locator(".value", { hasText: "42" }).waitFor();
  turn = await run(page, "(car 5)");
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await turn.getByText("Given up.").waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("an endless loop is interrupted, and its definitions stay", { skip }, async () => {
  const page = await openPlayground();
  await (await run(page, "(defvar *kept* 7)")).locator(".value").waitFor();
  const turn = await run(page, "(loop)");
  await page.getByRole("button", { name: "Stop" }).click();
  await turn.getByRole("alert").waitFor();
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  await (await run(page, "*kept*")).locator(".value", { hasText: "7" }).waitFor();
  await page.leave();
});

test("a program that takes all memory is refused, and the page goes on", { skip }, async () => {
  const page = await openPlayground();
  const turn = await run(page, "(let ((all '())) (loop (push (make-array 100000) all)))");
  await turn.getByRole("alert").waitFor();
  assert.match(await turn.locator(".message").innerText(), /STORAGE-CONDITION|memory/i);
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  await (await run(page, "(+ 1 2)")).locator(".value", { hasText: "3" }).waitFor();
  await page.leave();
});

test("a reload keeps the text, the language and the history", { skip }, async () => {
  const page = await openPlayground();
  await (await run(page, "(+ 40 2)")).locator(".value").waitFor();
  await page.getByLabel("Language").selectOption("scheme");
  await page.locator(".cm-content").fill("(define x 1)");
  await page.reload();
  await settled(page);
  assert.match(await page.locator(".cm-content").innerText(), /\(define x 1\)/);
  assert.equal(await page.getByLabel("Language").inputValue(), "scheme");
  await page.locator(".cm-content").click();
  await page.keyboard.press("ArrowUp");
  assert.match(await page.locator(".cm-content").innerText(), /\(\+ 40 2\)/);
  await page.leave();
});

test("Scheme and Clojure run, and a lazy list draws itself", { skip }, async () => {
  const page = await openPlayground();
  await page.getByLabel("Language").selectOption("scheme");
  await (await run(page, "(let loop ((i 0)) (if (< i 5) (loop (+ i 1)) (list i #t)))")).locator(".value", { hasText: "(5 #t)" }).waitFor();
  await page.getByLabel("Language").selectOption("clojure");
  await (await run(page, "(take 3 (filter even? (range)))")).locator(".value", { hasText: "(0 2 4)" }).waitFor();
  await page.getByLabel("Language").selectOption("common-lisp");
  const turn = await run(page, '(load "lazy.lisp")\n(labels ((from (n) (lazy-cons n (from (1+ n))))) (let ((l (from 0))) (take 3 l) l))');
  await turn.locator(".picture img").waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("a link holds a program", { skip }, async () => {
  const page = await openPlayground();
  await page.locator(".cm-content").fill("(print 'shared)");
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.length > 1);
  const link = page.url();
  const other = await openPage(browser);
  await other.goto(link);
  await other.locator(".cm-content", { hasText: "(print 'shared)" }).waitFor();
  await page.leave();
  await other.leave();
});

test("without a network the site works as before", { skip }, async () => {
  const page = await openPlayground({ serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await settled(page);
  await page.context().setOffline(true);
  await page.reload();
  await settled(page);
  await page.getByLabel("Language").selectOption("scheme");
  await (await run(page, "(vector-map + #(1 2) #(3 4))")).locator(".value", { hasText: "#(4 6)" }).waitFor();
  await page.leave();
});

test("nothing is wider than a phone", { skip }, async () => {
  const page = await openPlayground(phone);
  await (await run(page, '(error "~A" (make-string 300 :initial-element #\\x))')).getByRole("alert").waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.leave();
});

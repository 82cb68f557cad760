// The installed game: its description, what works without the network, notifications, and paper.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { importFinished } from "./support/finished.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(() => Promise.all([browser.close(), server.stop()]));

test("devices can install the game: description and icons", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/");
  const manifest = await (await fetch(await page.locator("link[rel=manifest]").evaluate((link) => link.href))).json();
  assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ["Dice of Doom", "/", "standalone"]);
  for (const { src, type } of manifest.icons) {
    const answer = await fetch(server.address + src);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, type]);
  }
  assert.equal((await fetch(server.address + "/icon.png?size=7")).status, 400);
  page.assertNoFaults();
  await page.leave();
});

test("what was loaded works without the network, games and seats are not kept", async () => {
  const page = await openPage(browser, { serviceWorkers: "allow" });
  await page.goto(server.address + "/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ?? new Promise((resolve) => (navigator.serviceWorker.oncontrollerchange = resolve))));
  for (const path of ["/rules", "/puzzles", "/puzzle?n=2", "/today"]) await page.goto(server.address + path);
  await page.goto(server.address + "/rules"); // files come from the worker from now on
  await page.waitForFunction(async () => {
    const store = await caches.open("dice-of-doom"); // it is filled after the answers
    const needed = ["/rules", "/puzzles", "/puzzle?n=2", ...[...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => href)];
    return (await Promise.all(needed.map((address) => store.match(address)))).every(Boolean);
  });
  await page.context().setOffline(true);
  await page.goto(server.address + "/rules");
  assert.equal(await page.locator("h1").textContent(), "Rules");
  assert.equal(await page.locator("body").evaluate((body) => getComputedStyle(body).margin), "0px", "with its style");
  await page.goto(server.address + "/puzzle?n=2");
  assert.equal(await page.locator("h1").textContent(), "Win in two turns");
  for (const path of ["/today", "/puzzle?n=3"]) {
    await page.goto(server.address + path);
    assert.equal(await page.locator("h1").textContent(), "You are offline");
  }
  const kept = await page.evaluate(async () => (await (await caches.open("dice-of-doom")).keys()).map(({ url }) => new URL(url).pathname));
  assert.deepEqual(kept.filter((path) => !path.startsWith("/v-")).sort(), ["/offline", "/puzzle", "/puzzles", "/rules"]);
  await page.context().setOffline(false);
  await page.goto(server.address + "/today");
  await page.locator("#game").waitFor();
  await page.leave();
});

test("a turn in a game with friends shows a notification if nobody looks", async () => {
  const page = await openPage(browser, { permissions: ["notifications"] });
  await page.addInitScript(() => {
    window.told = [];
    window.Notification = class { constructor(title) { window.told.push(title); } static permission = "granted"; static requestPermission = async () => "granted"; };
    Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
    navigator.setAppBadge = async () => (window.badge = true);
    navigator.clearAppBadge = async () => (window.badge = false);
  });
  await page.goto(server.address + "/together");
  await page.selectOption("#seat0", "friend");
  await page.selectOption("#seat1", "me");
  await page.selectOption("#seat2", "nobody");
  await page.selectOption("#clock", "none");
  await page.getByRole("button", { name: "Make the game" }).click();
  const link = await page.inputValue("#link");
  const friend = await openPage(browser);
  await friend.goto(link);
  await friend.getByRole("button", { name: "Take a seat" }).click();
  await friend.locator("#game a.can").first().waitFor();
  await page.locator(".act").waitFor();
  await page.locator(".settings summary").click();
  assert.ok(await page.getByText("A closed page gets no messages.").isVisible());
  await page.getByLabel("Tell me when it is my turn").check();
  await page.evaluate(() => (window.away = true));
  assert.equal(await page.evaluate(() => window.badge), false);
  await friend.locator("#game a.can").first().click();
  await friend.locator("#game a.aim").first().click();
  await friend.locator('[data-key="e"]').click();
  await page.waitForFunction(() => window.told.length > 0);
  assert.deepEqual(await page.evaluate(() => [window.told, window.badge]), [["● Your turn"], true]);
  page.assertNoFaults();
  for (const one of [page, friend]) await one.leave();
});

test("on paper there is the board and the record, without buttons and links", async () => {
  const page = await openPage(browser);
  await importFinished(page, server.address);
  await page.emulateMedia({ media: "print" });
  for (const seen of [".board", ".moves", ".chart", ".skill"]) assert.ok(await page.locator(seen).first().isVisible(), seen);
  for (const hidden of [".top", ".foot", ".actions", ".scrubber"]) assert.ok(await page.locator(hidden).first().isHidden(), hidden);
  await page.leave();
});

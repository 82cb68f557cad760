// Open tables: strangers meet, computers fill in, others watch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertAccessible, assertValidHtml, prepareForAxe } from "./support/checks.mjs";
import { startServer } from "./support/server.mjs";

let browser, patient, hasty; // the seconds until computers take free seats must suffice for a second person, but not for a person who is alone
before(async () => {
  [browser, patient, hasty] = await Promise.all([startBrowser(), startServer("v4"), startServer("v4", { settings: "(setf *patience* 1)" })]);
});
after(() => Promise.all([browser.close(), patient.stop(), hasty.stop()]));

async function playSomebody(page, server, name) {
  await page.goto(server.address + "/tables");
  await page.fill("#name", name);
  await page.getByRole("button", { name: "Play somebody" }).click();
  await page.locator(".seats").waitFor();
}

test("two strangers meet, a computer takes the third seat, and others can watch: with and without scripts", async () => {
  const ada = await openPage(browser, { bypassCSP: true });
  await prepareForAxe(ada);
  const bob = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 375, height: 700 } });
  await playSomebody(ada, patient, "Ada");
  assert.equal(await ada.locator("h1").textContent(), "Looking for players");
  await assertAccessible(ada, "the lobby of an open table");
  await playSomebody(bob, patient, "B\u202eob");
  assert.ok((await bob.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  for (const page of [ada, bob]) await page.locator(".act").waitFor();
  assert.deepEqual(await ada.locator(".players .name").allTextContents(), ["You", "Bob", "Deuce"]);
  const watcher = await openPage(browser, { bypassCSP: true });
  await prepareForAxe(watcher);
  await watcher.goto(patient.address + "/tables");
  await assertAccessible(watcher, "the open tables");
  await assertValidHtml(watcher, patient.address + "/tables");
  await watcher.getByRole("link", { name: /Ada, Bob and Deuce/ }).click();
  await watcher.getByText("You are watching.").waitFor();
  for (const page of [ada, bob, watcher]) {
    page.assertNoFaults();
    await page.leave();
  }
});

test("who is alone plays computers after a while", async () => {
  const page = await openPage(browser);
  await playSomebody(page, hasty, "");
  await page.locator(".act").waitFor();
  assert.equal(await page.locator(".seats li", { hasText: "computer, Steady" }).count(), 2);
  page.assertNoFaults();
  await page.leave();
});

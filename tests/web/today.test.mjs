// The board of the day: the same for everybody, one try for a browser, a result to paste, a table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { assertAccessible, assertValidHtml, prepareForAxe } from "./support/checks.mjs";
import { attack, chooseHex, choosePace, playToTheEnd, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
const settings = "(progn (defun today () 46000) (setf *winning-share* 2/5))"; // the share makes games short
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4", { settings })]);
});
after(() => Promise.all([browser.close(), server.stop()]));

const dice = (page) => page.locator("#game .board .mark text").allTextContents();
const attackOnce = async (page) => {
  await attack(page);
  return page.locator("#game").getAttribute("data-event");
};

test("two visitors get the same board and the same dice; nothing is practised, hinted or taken back", async () => {
  const pages = await Promise.all([openPage(browser), openPage(browser, { javaScriptEnabled: false })]);
  for (const page of pages) await page.goto(server.address + "/today");
  assert.deepEqual(await dice(pages[0]), await dice(pages[1]));
  assert.equal(await attackOnce(pages[0]), await attackOnce(pages[1]));
  for (const page of pages) {
    assert.equal(await page.locator(".tools").count(), 0);
    page.assertNoFaults();
    await page.leave();
  }
  const form = new URLSearchParams({ size: "6", players: "3", level: "casual", seed: String(1e9 + 46000) });
  assert.equal((await fetch(server.address + "/new", { method: "POST", body: form })).status, 400);
});

for (const [kind, options] of [["with scripts", {}], ["without scripts", { javaScriptEnabled: false }], ["on a phone", { viewport: { width: 375, height: 700 }, hasTouch: true }]]) {
  test(`one try a browser, a result to paste, the table: ${kind}`, kind === "on a phone" ? long : {}, async () => {
    const page = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"], bypassCSP: true, ...options });
    if (options.javaScriptEnabled !== false) await prepareForAxe(page);
    await page.goto(server.address + "/");
    await page.locator("main").getByRole("link", { name: "Today’s board" }).click();
    await page.getByRole("heading", { name: "The board of 2025-12-11" }).waitFor();
    if (options.javaScriptEnabled !== false) {
      await choosePace(page, "fast");
      await assertAccessible(page, "the board of the day");
    }
    await assertValidHtml(page, server.address + "/today");
    await playToTheEnd(page, { attacks: 3 });
    const text = await page.inputValue("#result");
    assert.match(text, /^Dice of Doom 2025-12-11: (won in \d+ turns?|not won)\n([✅❌]* \d+\n)+http:\/\/127\.0\.0\.1:\d+\/today$/);
    assert.match(await page.locator("table.day").textContent(), /\(you\)/);
    const games = async () => (await page.locator("table.day td b").allTextContents()).reduce((sum, n) => sum + Number(n), 0);
    const before = await games();
    if (options.javaScriptEnabled !== false) {
      await assertAccessible(page, "the result of the day");
      await page.getByRole("button", { name: "Copy" }).click();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    }
    await page.goto(server.address + "/today");
    assert.equal(await page.inputValue("#result"), text, "the same game, not another one");
    assert.equal(await games(), before, "nothing counts twice");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await page.getByRole("link", { name: "Analysis" }).click();
    await page.locator("#replay .moves").waitFor();
    assert.equal(new URL(page.url()).pathname, "/today/replay");
    page.assertNoFaults();
    await page.leave();
  });
}

test("the game of the day leaves the other game alone", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/");
  await page.locator(".t.start").click();
  await page.locator(".aim").first().waitFor();
  await chooseHex(page, (await standing(page)).choices[0]);
  const name = await page.locator("#game").getAttribute("data-game");
  await page.goto(server.address + "/today");
  await attackOnce(page);
  if ((await standing(page)).canPass) await press(page, "End turn");
  await page.goto(server.address + "/play");
  assert.equal(await page.locator("#game").getAttribute("data-game"), name);
  await page.goto(server.address + "/today");
  assert.equal(await page.locator("#game").getAttribute("data-game"), "day.46000");
  page.assertNoFaults();
  await page.leave();
});

// The main features in Firefox: by mouse and keyboard, on a phone's screen, with others, without scripts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firefoxPath, long, openPage, startFirefox } from "./support/browser.mjs";
import { importFinished } from "./support/finished.mjs";
import { attack, chooseHex, press, pressKey, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

const skip = firefoxPath ? false : "There is no Firefox: bash tests/run.sh installs it.";
const more = { skip: skip || long.skip };
const game = "6.3.5.1.steady.12.a";

let browser, server;
before(async () => {
  if (!skip) [browser, server] = await Promise.all([startFirefox(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser?.close(), server?.stop()]);
});

test("by mouse and keyboard: an attack, a hint, undo, the computers' moves", { skip }, async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/");
  await page.locator("a.can").first().click();
  await page.locator("#game a.aim").first().waitFor();
  await page.goto(`${server.address}/play?game=${game}`);
  const begun = await standing(page);
  await page.keyboard.press("ArrowDown");
  assert.ok((await pressKey(page, "Enter")).selected);
  await page.keyboard.press("Tab");
  assert.deepEqual(await pressKey(page, "Escape"), begun);
  assert.equal((await attack(page)).move, 1);
  await page.keyboard.press("u");
  await page.locator('#game[data-move="0"]').waitFor();
  await page.keyboard.press("h");
  await page.locator(".arrow.won").waitFor();
  assert.match(await page.locator(".notice").textContent(), /^Hint: Attack along the arrow: .*Attack hex \d+ from hex \d+\./);
  assert.deepEqual(await pressKey(page, "Escape"), begun);
  await attack(page);
  await press(page, "End turn");
  await page.locator('[data-key="s"]').or(page.locator('#game[data-stage="person"]')).first().waitFor();
  if ((await standing(page)).stage !== "person") await page.keyboard.press("s");
  await page.locator('#game[data-stage="person"]').waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("animations are shown on the board and removed afterwards", { skip }, async () => {
  const page = await openPage(browser);
  await page.addInitScript(() => {
    const matches = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query.includes("reduced-motion") ? { matches: false } : matches(query));
    new MutationObserver(() => (window.acted ||= !!document.querySelector(".acting"))).observe(document, { subtree: true, attributes: true });
  });
  await page.goto(`${server.address}/play?game=${game}`);
  const tile = page.locator(`#game a[data-hex="${(await chooseHex(page, (await standing(page)).choices[0])).choices[0]}"]`);
  await tile.click();
  await page.waitForFunction(() => window.acted);
  await page.locator('#game[data-move="1"]').waitFor();
  assert.equal(await page.locator(".acting, .beaten").count(), 0);
  page.assertNoFaults();
  await page.leave();
});

test("on a phone, in Japanese: nothing is too wide, and hexes can be tapped", more, async () => {
  const page = await openPage(browser, { locale: "ja-JP", viewport: { width: 375, height: 812 } });
  for (const path of ["/", `/play?game=${game}`]) {
    await page.goto(server.address + path);
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375, path);
  }
  assert.equal((await attack(page)).move, 1);
  page.assertNoFaults();
  await page.leave();
});

test("a finished game and its analysis", more, async () => {
  const page = await openPage(browser, { locale: "zh-CN" });
  await importFinished(page, server.address);
  const last = Number(await page.locator("#replay").getAttribute("data-at"));
  await page.keyboard.press("ArrowLeft");
  await page.locator(`#replay[data-at="${last - 1}"]`).waitFor();
  await page.locator(".moves a").nth(1).click();
  await page.locator('#replay[data-at="2"]').waitFor();
  assert.match(await page.locator(".verdict").textContent(), /\d%/);
  page.assertNoFaults();
  await page.leave();
});

test("two people play over a link and see each other's moves at once", { skip }, async () => {
  const [host, guest] = await Promise.all([openPage(browser), openPage(browser)]);
  await host.goto(server.address + "/together");
  await host.fill("#name", "Ada");
  await host.getByRole("button", { name: "Make the game" }).click();
  await guest.goto(await host.inputValue("#link"));
  await guest.getByRole("button", { name: "Take a seat" }).click();
  await host.locator(".act").waitFor();
  await attack(host);
  await guest.locator('#game[data-move="1"]').waitFor();
  await press(host, "End turn");
  await guest.locator('#game[data-stage="person"]').waitFor();
  assert.match(await guest.title(), /^● Your turn/);
  for (const page of [host, guest]) page.assertNoFaults();
  for (const page of [host, guest]) await page.leave();
});

test("the board of the day, a puzzle with dice, the installed game's page", more, async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/today");
  await page.getByRole("heading", { name: /^The board of/ }).waitFor();
  await attack(page);
  assert.equal((await standing(page)).move, 1);
  assert.ok(await page.locator(".border.wide").isVisible());
  await page.goto(server.address + "/decision?n=1");
  await page.locator("#decision a.can").first().click();
  await page.locator("#decision a.aim").first().click();
  await page.locator('#decision:not([data-state="open"])').waitFor();
  await page.goto(server.address + "/statistics");
  assert.match(await page.inputValue("#carry"), /statistics#/);
  await page.leave();
});

test("without scripts", more, async () => {
  const page = await openPage(browser);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(`${server.address}/play?game=${game}`);
  assert.equal((await attack(page)).move, 1);
  await page.getByRole("link", { name: "Take back" }).click();
  await page.locator('#game[data-move="0"]').waitFor();
  await attack(page);
  await press(page, "End turn");
  await page.locator('[data-key="s"]').click();
  await page.locator('#game[data-stage="person"]').waitFor();
  page.assertNoFaults();
  await page.leave();
});

// The end of a game: winning and losing look different, the game is summarized, and another one is a click away.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, attack, beginGame, playToTheEnd, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

// Boards of 2x2 hexes on which the person wins, or loses, whatever is thrown: the others, or the person, cannot but end
// the turn.
const dealing = (hexes) =>
  `(let ((deal #'deal)) (defun deal (seed &optional fair) (if (= *board-size* 2) (board-array '${hexes}) (funcall deal seed fair))))`;
const strong = dealing("((0 5) (0 5) (1 1) (0 5))");
const weak = dealing("((1 5) (1 5) (0 2) (1 5))");

let browser, winning, losing;
before(async () => {
  [browser, winning, losing] = await Promise.all([startBrowser(), startServer("v4", { settings: strong }), startServer("v4", { settings: weak })]);
});
after(async () => {
  await Promise.all([browser.close(), winning.stop(), losing.stop()]);
});

async function playOut(page, address) {
  await beginGame(page, address, { size: "2", players: "2", seed: "3" });
  await playToTheEnd(page);
  await assertWinnerShown(page);
}

test("winners see a heap of dice, losers a plain page", async () => {
  const page = await openPage(browser);
  const look = async () => page.locator(".hail").evaluate((hail) => ({ heap: hail.querySelectorAll(".fall").length, color: getComputedStyle(hail).backgroundColor }));
  await playOut(page, winning.address);
  assert.deepEqual(await look(), { heap: 10, color: "rgb(194, 59, 14)" });
  assert.equal(await page.locator("h1").textContent(), "You won");
  await playOut(page, losing.address);
  assert.deepEqual(await look(), { heap: 0, color: "rgb(255, 253, 249)" });
  assert.equal(await page.locator("h1").textContent(), "Ace won");
  page.assertNoFaults();
  await page.leave();
});

test("charts of hexes and chances, luck, and notable throws", async () => {
  const page = await openPage(browser);
  await beginGame(page, losing.address, { size: "2", players: "2", seed: "3" });
  await playToTheEnd(page);
  const hexes = page.getByRole("img", { name: /^Hexes at the deal and at the end: You 1, \d; Ace 3, \d$/ });
  assert.equal(await hexes.locator("polygon").evaluateAll((all) => all.filter((one) => one.classList.length).length) >= 2, true);
  const chances = page.getByRole("img", { name: /^Chances to win: You began with ([<>]?\d+)%/ });
  assert.ok((await chances.locator("polyline").count()) >= 2);
  const luck = page.locator(".luck li");
  assert.equal(await luck.count(), 2);
  assert.match(await luck.first().textContent(), /^You[+−]?\d+\.\d$/);
  assert.match(await page.locator(".luck .quiet").textContent(), /^You won \d+ of \d+ attacks?\. With average dice it would have been \d+\.\d\.$/);
  await page.leave();
});

test("the decisive turn as an animated picture, to keep and to share", async () => {
  const page = await openPage(browser, { reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    navigator.canShare = ({ files }) => !!files;
    navigator.share = async ({ files: [file] }) => (window.sent = [file.name, file.type, file.size]);
  });
  await beginGame(page, losing.address, { size: "2", players: "2", seed: "3" });
  await playToTheEnd(page);
  const picture = page.locator(".film img");
  await picture.scrollIntoViewIfNeeded();
  assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  assert.match(await picture.getAttribute("alt"), /^The decisive turn: /);
  await page.getByRole("button", { name: "Share it" }).click();
  await page.waitForFunction(() => window.sent);
  const [name, type, size] = await page.evaluate(() => window.sent);
  assert.deepEqual([name, type], ["dice-of-doom-turn.svg", "image/svg+xml"]);
  assert.ok(size > 1000);
  assert.equal(await page.getByRole("link", { name: "Keep it (SVG)" }).getAttribute("download"), "dice-of-doom-turn.svg");
  page.assertNoFaults();
  await page.goto(losing.address + (await picture.getAttribute("src")));
  const moving = () => page.evaluate(() => document.getAnimations().length);
  const seen = () => page.evaluate(() => [...document.querySelectorAll(".v.z")].every((one) => getComputedStyle(one).visibility === "visible"));
  assert.ok((await moving()) > 0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.deepEqual([await moving(), await seen()], [0, true]);
  await page.leave();
});

test("one click starts another board of the same kind, or the same board again", async () => {
  const page = await openPage(browser);
  await playOut(page, winning.address);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForSelector('#game[data-move="0"]');
  assert.equal((await standing(page)).stage, "person");
  assert.equal(await page.locator("#game [data-hex]").count(), 4);
  assert.equal(await page.locator(".players li").count(), 2);
  page.assertNoFaults();
  await page.leave();
});

test("the end is not animated with reduced motion", async () => {
  for (const [reducedMotion, some] of [["reduce", false], ["no-preference", true]]) {
    const page = await openPage(browser, { reducedMotion });
    await beginGame(page, winning.address, { size: "2", players: "2", seed: "3" });
    await playToTheEnd(page);
    assert.equal(await page.evaluate(() => document.getAnimations().length > 0), some);
    await page.leave();
  }
});

test("who gives up has lost, and sees the end", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openPage(browser, { javaScriptEnabled });
    await beginGame(page, winning.address, { seed: "12" });
    assert.equal(await page.getByText("Concede").count(), 0);
    await attack(page);
    await page.getByText("Concede", { exact: true }).click();
    await page.getByText("Yes, I concede").click();
    await page.locator('#game[data-stage="over"]').waitFor();
    await page.locator(".prompt", { hasText: "You gave up." }).waitFor();
    page.assertNoFaults();
    await page.leave();
  }
});

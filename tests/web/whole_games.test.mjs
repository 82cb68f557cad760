// Whole games, from the first page to the winner, by clicking.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, beginGame, chooseHex, choosePace, playToTheEnd, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, v3, v4;
before(async () => {
  [browser, v3, v4] = await Promise.all([startBrowser(), startServer("v3"), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), v3.stop(), v4.stop()]);
});

test("version 3, small: the computer's moves are shown one by one", async () => {
  const page = await openPage(browser);
  await beginGame(page, v3.address, { size: "3", players: "2", seed: "4" });
  await choosePace(page, "fast");
  await playToTheEnd(page, { watched: Infinity });
  await assertWinnerShown(page);
  assert.equal(await page.locator(".sums").evaluateAll((all) => all.filter((sums) => sums.textContent).length), 0);
  page.assertNoFaults();
  await page.leave();
});

test("version 4, small: dice are shown, and the higher roll wins", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { size: "3", players: "2", seed: "4" });
  const { choices } = await standing(page);
  await chooseHex(page, choices[0]);
  await chooseHex(page, (await standing(page)).choices[0]);
  const totals = (await page.locator(".pill.last").textContent()).split(" : ").map(Number);
  assert.equal(totals.length, 2);
  const won = totals[0] > totals[1];
  assert.equal(await page.locator(".round .sums").last().textContent(), totals.join(" : "));
  assert.match(await page.locator(".round .what").last().textContent(), won ? /^You took a hex of Ace$/ : /^You failed against Ace$/);
  assert.equal(await page.locator(won ? ".arrow.won" : ".arrow.lost").count(), 1);
  await choosePace(page, "fast");
  await playToTheEnd(page, { watched: Infinity });
  await assertWinnerShown(page);
  page.assertNoFaults();
  await page.leave();
});

for (const version of ["v3", "v4"]) {
  test(`${version} with default options: a whole game`, version === "v3" ? long : {}, async () => {
    const page = await openPage(browser);
    await beginGame(page, (version === "v3" ? v3 : v4).address, { seed: "12" });
    assert.equal(await page.locator("#game [data-hex]").count(), 25);
    await playToTheEnd(page);
    await assertWinnerShown(page);
    page.assertNoFaults();
    await page.leave();
  });
}

test("against the strong computer, which thinks in the background", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { size: "3", players: "3", level: "strong", seed: "6" });
  await choosePace(page, "fast");
  await playToTheEnd(page, { watched: 12 });
  await assertWinnerShown(page);
  page.assertNoFaults();
  await page.leave();
});

test("a choice is undone by the button or the hex, and the game is unchanged", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { seed: "12" });
  const begun = await standing(page);
  assert.equal((await chooseHex(page, begun.choices[0])).selected, begun.choices[0]);
  assert.deepEqual(await press(page, "Deselect"), begun);
  await chooseHex(page, begun.choices[1]);
  assert.deepEqual(await chooseHex(page, begun.choices[1]), begun);
  await page.leave();
});

test("choosing another hex to attack from replaces the choice", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { seed: "12" });
  const [first, second] = (await standing(page)).choices;
  const targets = (await chooseHex(page, first)).choices;
  const now = await chooseHex(page, second);
  assert.equal(now.selected, second);
  assert.notDeepEqual(now.choices, targets);
  assert.equal(now.move, 0);
  await page.leave();
});

test("\"same board again\" deals the same board", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { size: "2", players: "2", seed: "3" });
  const titles = () => page.locator("#game [data-hex]").evaluateAll((all) => all.map((hex) => hex.getAttribute("aria-label")));
  const dealt = await titles();
  await playToTheEnd(page);
  await page.getByRole("button", { name: "Same board" }).click();
  await page.waitForSelector('#game[data-move="0"]');
  assert.deepEqual(await titles(), dealt);
  await page.leave();
});

test("the first page leads back to the game", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { size: "3", players: "2", seed: "4" });
  const begun = await standing(page);
  await chooseHex(page, begun.choices[0]);
  await chooseHex(page, (await standing(page)).choices[0]);
  const played = await standing(page);
  await page.getByRole("link", { name: "Dice of Doom" }).click();
  await page.getByRole("link", { name: "Back to your game Your turn" }).click();
  await page.waitForSelector("#game");
  assert.deepEqual(await standing(page), played);
  page.assertNoFaults();
  await page.leave();
});

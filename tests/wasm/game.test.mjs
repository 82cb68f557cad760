// The game without a server, in chromium and Firefox, from a server of plain files.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firefoxPath, long, openPage, startBrowser, startFirefox } from "../web/support/browser.mjs";
import { finished } from "../web/support/finished.mjs";
import { assertWinnerShown, attack, beginGame, choosePace, playToTheEnd, press, standing } from "../web/support/playing.mjs";
import { missing, serve, site } from "./support/pages.mjs";

const skip = missing("game/index.html");

let browser, server, address;
before(async () => {
  if (skip) return;
  [browser, server] = await Promise.all([startBrowser(), serve(site, "/some/where/")]);
  address = `${server.address}game`;
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const openGame = () => openPage(browser, { serviceWorkers: "allow" });

/** Opens the first page, which the browser makes once the worker runs. */
async function begin(page) {
  await page.goto(`${address}/`);
  await page.locator(".board").waitFor();
}

/** Ends the worker, as browsers do when it is idle. */
async function stopWorker(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
}

test("a whole game, by clicks, to its end", { skip }, async () => {
  const page = await openGame();
  await beginGame(page, address, { size: "3", players: "2", seed: "4" });
  assert.equal(new URL(page.url()).pathname, "/some/where/game/play");
  await choosePace(page, "fast");
  await playToTheEnd(page, { watched: Infinity });
  await assertWinnerShown(page);
  page.assertNoFaults();
  await page.leave();
});

test("the strong computer: an attack, a hint, a move taken back, its turn", { skip }, async () => {
  const page = await openGame();
  await beginGame(page, address, { size: "4", players: "3", level: "strong", seed: "12" });
  const begun = await standing(page);
  assert.equal((await attack(page)).move, 1);
  await page.keyboard.press("u");
  await page.locator('#game[data-move="0"]').waitFor();
  await page.keyboard.press("h");
  await page.locator(".notice", { hasText: /Chance to win the game/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".notice").waitFor({ state: "detached" });  // its board has other links
  await attack(page);
  await press(page, "End turn");
  await page.locator('#game[data-stage="person"]').waitFor();
  assert.ok((await standing(page)).move > begun.move + 2);
  page.assertNoFaults();
  await page.leave();
});

test("a reload keeps the game, even after the worker has ended", { skip }, async () => {
  const page = await openGame();
  await beginGame(page, address, { size: "4", seed: "3" });
  const { move } = await attack(page);
  const board = await page.locator("#game .board").innerHTML();
  await stopWorker(page);
  await page.reload();
  assert.equal((await standing(page)).move, move);
  assert.equal(await page.locator("#game .board").innerHTML(), board);
  await page.goto(`${address}/`);
  await page.getByText("Back to your game").click();
  assert.equal((await standing(page)).move, move);
  page.assertNoFaults();
  await page.leave();
});

test("without a network the game goes on", { skip }, async () => {
  const page = await openGame();
  await begin(page);
  server.stop();
  await page.context().setOffline(true);
  await stopWorker(page);
  await page.reload();
  await page.locator("a.can").first().click();
  await page.locator("#game a.aim").first().waitFor();
  assert.equal((await attack(page)).move, 1);
  server = await serve(site, "/some/where/");
  address = `${server.address}game`;
  await page.leave();
});

test("the other pages: rules, puzzles, the board of the day, a replay with the engine's review", { skip }, async () => {
  const page = await openGame();
  await begin(page);
  for (const [link, heading] of [["Rules", "Rules"], ["Puzzles", "Puzzles"], ["Statistics", "Statistics"]]) {
    await page.getByRole("link", { name: link, exact: true }).first().click();
    await page.locator("h1", { hasText: heading }).waitFor();
  }
  await page.getByRole("link", { name: "Today’s board" }).first().click();
  await page.locator("#game").waitFor();
  assert.equal((await attack(page)).move, 1);
  await page.goto(`${address}/`);
  await page.locator(".options summary").click();
  await page.locator("#text").fill(finished);
  await page.locator(".import button").click();
  await page.locator("#replay .skill").waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("version 3 has a folder of its own", { skip }, async () => {
  const page = await openGame();
  await beginGame(page, `${address}/v3`, { size: "3", seed: "4" });
  await playToTheEnd(page);
  await assertWinnerShown(page);
  assert.equal(await page.locator(".sums").evaluateAll((all) => all.filter((sums) => sums.textContent).length), 0, "no dice are thrown");
  page.assertNoFaults();
  await page.leave();
});

test("the language is kept, and returns to the page", { skip }, async () => {
  const page = await openGame();
  await begin(page);
  await page.goto(`${address}/rules`);
  await page.getByRole("link", { name: "日本語" }).click();
  await page.locator('html[lang="ja"]').waitFor();
  assert.equal(new URL(page.url()).pathname, "/some/where/game/rules");
  await stopWorker(page);
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  page.assertNoFaults();
  await page.leave();
});

test("games with friends are absent, and a page says so", { skip }, async () => {
  const page = await openGame();
  await begin(page);
  assert.equal(await page.locator('a[href*="together"], a[href*="tables"]').count(), 0);
  assert.match(await page.locator("main").innerText(), /Games with friends need a server/);
  const answer = await page.goto(`${address}/together`);
  assert.equal(answer.status(), 404);
  assert.match(await page.locator("main").innerText(), /Games with friends need a server/);
  await page.leave();
});

test("another site cannot make a move", { skip }, async () => {
  const page = await openGame();
  await beginGame(page, address, { size: "4", seed: "3" });
  const { move } = await attack(page);
  const pass = await page.locator('[data-key="e"]').evaluate((link) => link.href);
  const other = await page.context().newPage();
  await other.setContent(`<a href="${pass}">click</a>`);
  await other.getByText("click").click();
  await other.locator("main").waitFor();
  assert.match(await other.locator("main").innerText(), /nothing was changed/);
  await page.reload();
  assert.equal((await standing(page)).move, move);
  await page.leave();
});

test("in Firefox: an attack, a reload, and in the long form a whole game", { skip: skip || (firefoxPath ? false : "There is no Firefox: bash tests/run.sh installs it.") }, async () => {
  const fox = await startFirefox();
  try {
    const page = await openPage(fox, { serviceWorkers: "allow" });
    await beginGame(page, address, { size: "3", players: "2", seed: "4" });
    const { move } = await attack(page);
    await page.reload();
    assert.equal((await standing(page)).move, move);
    if (!long.skip) {
      await playToTheEnd(page);
      await assertWinnerShown(page);
    }
    page.assertNoFaults();
    await page.leave();
  } finally {
    await fox.close();
  }
});

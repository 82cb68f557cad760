// Each browser has its own game, which survives a killed server.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, attack, beginGame, chooseHex, playToTheEnd, press, standing } from "./support/playing.mjs";
import { lastingPort, startServer } from "./support/server.mjs";

let browser, server, port;
const directory = mkdtempSync(join(tmpdir(), "dice-of-doom-"));
const sessions = join(directory, "games.db");
before(async () => {
  port = await lastingPort();
  [browser, server] = await Promise.all([startBrowser(), startServer("v4", { sessions, port })]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
  rmSync(directory, { recursive: true });
});

async function record(page) {
  return (await page.request.get(server.address + "/record.txt")).text();
}

test("two browsers play separate games at once", async () => {
  const pages = await Promise.all([openPage(browser), openPage(browser)]);
  await beginGame(pages[0], server.address, { size: "2", players: "2", seed: "2" });
  await beginGame(pages[1], server.address, { size: "3", players: "3", seed: "7" });
  await attack(pages[1]); // a game is a browser's own from then on
  const other = await record(pages[1]);
  await attack(pages[0]);
  assert.equal(await record(pages[1]), other);
  assert.match(await record(pages[0]), /size 2\n[^]*moves\n0: \d/);
  await Promise.all(pages.map((page) => playToTheEnd(page)));
  for (const page of pages) {
    await assertWinnerShown(page);
    page.assertNoFaults();
  }
  assert.equal(await pages[0].locator("#game [data-hex]").count(), 4);
  assert.equal(await pages[1].locator("#game [data-hex]").count(), 9);
  await Promise.all(pages.map((page) => page.leave()));
});

test("links of one browser's game do not affect another's", async () => {
  const pages = await Promise.all([openPage(browser), openPage(browser)]);
  for (const page of pages) {
    await beginGame(page, server.address, { size: "3", players: "2", seed: "2" });
    await attack(page); // a game is the browser's own from its first move on
  }
  const link = await pages[0].locator('details a[href^="/attack"]').first().getAttribute("href");
  const before = await record(pages[1]);
  const answer = await pages[1].goto(server.address + link);
  assert.equal(answer.status(), 409);
  assert.equal(await record(pages[1]), before);
  await Promise.all(pages.map((page) => page.leave()));
});

test("games continue after the server is killed and restarted", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { size: "3", players: "2", seed: "4" });
  const { choices } = await standing(page);
  await chooseHex(page, choices[0]);
  await chooseHex(page, (await standing(page)).choices[0]);
  const before = await record(page);
  await server.kill();
  await page.locator('[data-key="e"]').click();
  await page.locator(".prompt", { hasText: "The server does not answer. Trying again." }).waitFor();
  server = await startServer("v4", { sessions, port });
  await page.locator(".prompt", { hasText: "end your turn" }).waitFor();
  assert.equal(await record(page), before);
  assert.equal((await standing(page)).move, 1);
  await press(page, "End turn");
  await playToTheEnd(page);
  await assertWinnerShown(page);
  await page.leave();
});

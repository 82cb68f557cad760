// Several people at one browser, and the computers' levels.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, playToTheEnd, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

// With the seeds that the games here begin with they are short.
let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

test("two people take turns at one browser, and neither is addressed as you", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { size: "3", players: "2", people: "2", seed: "3" });
  assert.match(await page.title(), /^Main’s turn/);
  for (const next of ["Ace", "Main"]) {
    await attack(page);
    const now = await press(page, "End turn");
    if (now.stage === "over") break;
    assert.equal(now.stage, "person");
    assert.match(await page.title(), new RegExp(`^${next}’s turn`));
  }
  await playToTheEnd(page);
  assert.match(await page.locator("#game h1").textContent(), /^(Main won|Ace won|A tie between Main and Ace)$/);
  assert.doesNotMatch(await page.locator("main").textContent(), /\b[Yy]ou\b/);
  page.assertNoFaults();
  await page.leave();
});

test("a computer of a chosen level plays between two people", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { size: "4", players: "3", people: "2", level: "careless", dice: "3", seed: "1" });
  const record = await (await page.request.get(server.address + "/record.txt?" + new URL(page.url()).search.slice(1))).text();
  assert.match(record, /dice 3\npeople 2\nlevel careless\n/);
  await playToTheEnd(page, { attacks: 1 });
  assert.equal((await standing(page)).stage, "over");
  page.assertNoFaults();
  await page.leave();
});

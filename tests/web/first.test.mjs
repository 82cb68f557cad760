// The first visit: one sentence, a hex that glows, one click; options are folded away, rules behind a link.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, chooseHex, standing, visiblePoint } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, v3, v4;
before(async () => {
  [browser, v3, v4] = await Promise.all([startBrowser(), startServer("v3"), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), v3.stop(), v4.stop()]);
});

const hexes = (page) => page.locator("[data-hex]").evaluateAll((all) => all.map((hex) => hex.getAttribute("aria-label").replace(/:.*/, "")).sort());

for (const [what, options] of [["with scripts", {}], ["without scripts", { javaScriptEnabled: false }], ["on a phone", { viewport: { width: 375, height: 812 } }]]) {
  test(`a click on the glowing hex begins the game shown: ${what}`, async () => {
    const page = await openPage(browser, options);
    await page.goto(v4.address + "/");
    const seen = await hexes(page);
    const start = page.locator("a.start");
    assert.equal(await start.count(), 1);
    const hex = await start.getAttribute("data-hex");
    await page.mouse.click(...(await visiblePoint(start)));
    await page.waitForSelector("#game");
    assert.equal((await standing(page)).selected, hex);
    assert.deepEqual(await hexes(page), seen);
    const now = await chooseHex(page, (await standing(page)).choices[0]);
    assert.equal(now.move, 1);
    page.assertNoFaults();
    await page.leave();
  });
}

test("Play begins the same game with no hex chosen", async () => {
  for (const server of [v4, v3]) {
    const page = await openPage(browser);
    await page.goto(server.address + "/");
    const seen = await hexes(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector("#game");
    assert.deepEqual(await hexes(page), seen);
    assert.equal((await standing(page)).selected, null);
    page.assertNoFaults();
    await page.leave();
  }
});

test("Play uses the options beside it, and the page says what wins", async () => {
  const page = await openPage(browser);
  await page.goto(v4.address + "/");
  await page.getByText("Hold 27 of the 36 hexes, and you win.").waitFor();
  await page.getByText("You must attack once in each turn.").waitFor();
  await page.locator(".options summary").click();
  await page.selectOption("#size", "5");
  await page.selectOption("#players", "4");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector("#game");
  assert.match(await page.locator(".round").textContent(), /5x5 hexes, 4 players.*Whoever holds 19 wins/);
  await beginGame(page, v4.address, { ending: "book", players: "3" });
  assert.doesNotMatch(await page.locator(".round").textContent(), /Whoever holds/);
  page.assertNoFaults();
  await page.leave();
});

test("options and rules are hidden until opened", async () => {
  const page = await openPage(browser);
  await page.goto(v4.address + "/");
  assert.equal(await page.locator("#size").isVisible(), false);
  assert.equal(await page.locator(".steps li").count(), 3);
  assert.equal(await page.getByText("a hex holds").count(), 0);
  await page.getByText("Options").click();
  assert.equal(await page.locator("#size").isVisible(), true);
  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByText("a hex holds 5 dice").waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("players with a game see their board and continue by a click on a hex", async () => {
  const page = await openPage(browser);
  await beginGame(page, v4.address, { seed: "12" });
  await attack(page);
  const played = await standing(page);
  await page.goto(v4.address + "/");
  assert.equal(await page.locator("a.start").count(), 0);
  const hex = played.choices[0];
  await page.mouse.click(...(await visiblePoint(page.locator(`a.can[data-hex="${hex}"]`))));
  await page.waitForSelector(".sel");
  const now = await standing(page);
  assert.deepEqual([now.selected, now.move], [hex, played.move]);
  page.assertNoFaults();
  await page.leave();
});

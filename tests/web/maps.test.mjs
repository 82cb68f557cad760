// Maps: chosen on the first page and in games with friends; a whole game by mouse, and by touch on a phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, beginGame, playToTheEnd } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4", { settings: "(setf *winning-share* 1/2)" })]); // short games
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

const hexes = (page) => page.locator("#game [data-hex]").count();

for (const [view, options, map, tap] of [["desktop", {}, "atoll", false], ["phone", { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }, "horseshoe", true]]) {
  test(`a whole game on a map: ${view}`, tap ? long : {}, async () => {
    const page = await openPage(browser, options);
    await beginGame(page, server.address, { map, players: "3", level: "kind", seed: "2" });
    const shown = await hexes(page);
    assert.equal(shown, map === "atoll" ? 30 : 32);
    assert.match(await page.locator("#game").textContent(), new RegExp(`${map}, ${shown} hexes, 3 players`, "i"));
    await playToTheEnd(page, { tap });
    await assertWinnerShown(page);
    await page.getByRole("button", { name: "Play again" }).click();
    await page.waitForSelector('#game[data-move="0"]');
    assert.equal(await hexes(page), shown);
    page.assertNoFaults();
    await page.leave();
  });
}

test("arrow keys move over the land and stop at the sea", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { map: "atoll", players: "2", seed: "2" });
  await page.locator('#game [data-hex="15"]').focus();
  await page.keyboard.press("ArrowRight"); // the lagoon
  assert.equal(await page.evaluate(() => document.activeElement.dataset.hex), "15");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.hex), "14");
  page.assertNoFaults();
  await page.leave();
});

for (const bytes of [9_000, 60_000]) {
  test(`a game as text on a map: ${bytes} bytes`, async () => {
    const page = await openPage(browser);
    const game = "Dice of Doom 1\nversion 4\nsize 2\nplayers 2\ndice 5\nboard\n0:4 -\n- 1:1\nmoves\n#";
    const answer = await page.request.post(server.address + "/import", { form: { text: game + "a".repeat(bytes - game.length) } });
    assert.equal(answer.status(), 200);
    assert.match(answer.url(), /\/play$/);
    await page.goto(server.address + "/play");
    assert.equal(await hexes(page), 2);
    page.assertNoFaults();
    await page.leave();
  });
}

test("land in several pieces is refused in words", async () => {
  const page = await openPage(browser);
  const answer = await page.request.get(server.address + "/position?at=5.3.3.5.2.t.BB~~~~~JJ");
  assert.equal(answer.status(), 400);
  assert.match(await answer.text(), /not in one piece/);
  await page.leave();
});

test("a game with friends on islands, and its position as a link", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/together");
  await page.selectOption("#map", "islands");
  await page.selectOption("#seat1", "steady");
  await page.selectOption("#seat2", "nobody");
  await page.getByRole("button", { name: "Make the game" }).click();
  await page.waitForSelector("#game [data-hex]");
  const shown = await hexes(page);
  assert.ok(shown < 36);
  const holes = "~".repeat(2);
  await page.goto(`${server.address}/position?at=5.2.2.5.0.t.I${holes}D`);
  assert.equal(await page.locator(".board [data-hex]").count(), 2);
  page.assertNoFaults();
  await page.leave();
});

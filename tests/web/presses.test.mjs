// Presses in the first moments of a turn, while dice still fall: each is a choice, however long it lasts. PRESSES sets
// their number.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { beginGame, chooseHex, choosePace, press, standing, visiblePoint } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

const presses = Number(process.env.PRESSES ?? (process.env.TESSERA_LONG ? 12 : 4));

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

/** Plays until the next turn of the person begins, with dice that fall; begins another game where this one is over. */
async function reachTurn(page, seed) {
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 40, "a turn begins");
    const now = await standing(page).catch(() => ({ stage: "none" }));
    if (now.stage !== "person" || now.choices.length === 0) {
      await beginGame(page, server.address, { seed: `${seed + tries}`, level: "kind", players: "3", size: "6" });
      continue;
    }
    if (!now.canPass) {
      await chooseHex(page, now.choices[0]);
      await chooseHex(page, (await standing(page)).choices[0]);
    }
    await press(page, "End turn");
    await page.locator('#game[data-stage="person"], #game[data-stage="over"], #game[data-out="yes"]').first().waitFor();
    if ((await standing(page)).stage === "person") return;
  }
}

test(`none of ${presses} presses at the beginning of a turn is lost, whenever it comes and however long it lasts`, async () => {
  const page = await openPage(browser, { reducedMotion: "no-preference" });
  await beginGame(page, server.address, { seed: "100", level: "kind", players: "3", size: "6" });
  await choosePace(page, "fast");
  const lost = [];
  for (let count = 0; count < presses; count++) {
    await reachTurn(page, 1000 + count);
    const tile = page.locator("#game a.can").nth(count % 3 ? 0 : -1);
    const hex = await tile.getAttribute("data-hex");
    const [x, y] = await visiblePoint(tile);
    const delay = (count * 37) % 600;
    const held = [0, 30, 90, 200][count % 4];
    await page.waitForTimeout(delay);
    await page.mouse.move(x, y + (count % 2 ? 0 : -8));
    await page.mouse.down();
    await page.waitForTimeout(held);
    await page.mouse.up();
    const chosen = await page.waitForFunction((hex) => document.querySelector("#game .sel")?.dataset.hex === hex, hex).catch(() => null);
    if (chosen) await page.keyboard.press("Escape");
    else lost.push({ hex, delay, held });
    await page.locator("#game:not(:has(.sel))").waitFor();
  }
  assert.deepEqual(lost, []);
  page.assertNoFaults();
  await page.leave();
});

test("a press that begins before the board of a new turn comes, and ends after it, is a choice on that board", async () => {
  const page = await openPage(browser, { reducedMotion: "no-preference" });
  let counted = 0;
  for (let seed = 20; counted < 2; seed++) {
    assert.ok(seed < 40, "a hex that can attack is pressed");
    await beginGame(page, server.address, { seed: `${seed}`, level: "kind", players: "3", size: "6" });
    await choosePace(page, "fast");
    await chooseHex(page, (await standing(page)).choices[0]);
    const { choices } = await chooseHex(page, (await standing(page)).choices[0]);
    const hex = choices.at(-1);
    const [x, y] = await visiblePoint(page.locator(`#game a[data-hex="${hex}"]`));
    await press(page, "End turn");
    await page.mouse.move(x, y);
    await page.mouse.down();
    if ((await standing(page)).stage !== "computer") {
      await page.mouse.up();
      continue;
    }
    await page.locator('#game:not([data-stage="computer"])').waitFor();
    const can = (await standing(page)).choices.includes(hex);
    await page.mouse.up();
    if (!can) continue;
    await page.waitForFunction((hex) => document.querySelector("#game .sel")?.dataset.hex === hex, hex);
    counted++;
  }
  page.assertNoFaults();
  await page.leave();
});

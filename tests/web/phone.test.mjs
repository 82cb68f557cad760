// On a phone: pages fit, targets are large enough for fingers, a game is played by tapping.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, phone, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, beginGame, chooseHex, choosePace, playToTheEnd, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});


async function assertFits(page, what) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 375, `${what} is ${width} pixels wide`);
}

/** Buttons and fields are at least 44 pixels high; the middles of hexes that can be chosen are 44 or more apart. */
async function assertTargetsLargeEnough(page) {
  const { small, near } = await page.evaluate(() => {
    const shown = (element) => element.getClientRects().length > 0;
    const controls = [...document.querySelectorAll("main button, main .button, main select, main input, main summary")];
    const middles = [...document.querySelectorAll("a.can .slab")].map((ring) => {
      const box = ring.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    });
    const distances = middles.flatMap(([x, y], i) => middles.slice(0, i).map(([u, v]) => Math.hypot(x - u, y - v)));
    return {
      small: controls.filter((one) => shown(one) && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML),
      near: distances.filter((distance) => distance < 44),
    };
  });
  assert.deepEqual({ small, near }, { small: [], near: [] });
}

test("everything fits and can be tapped", async () => {
  const page = await openPage(browser, phone);
  await page.goto(server.address + "/");
  await assertFits(page, "The first page");
  await assertTargetsLargeEnough(page);
  await beginGame(page, server.address, { seed: "12" });
  await assertFits(page, "The game");
  await assertTargetsLargeEnough(page);
  await page.locator(".attacks summary").click();
  await assertFits(page, "The list of attacks");
  await chooseHex(page, (await standing(page)).choices[0], { tap: true });
  await assertFits(page, "The choice of a target");
  await assertTargetsLargeEnough(page);
  await chooseHex(page, (await standing(page)).choices[0], { tap: true });
  await press(page, "End turn");
  await choosePace(page, "hand");
  await assertFits(page, "The computer's turn");
  await assertTargetsLargeEnough(page);
  await page.goto(server.address + "/nowhere");
  await assertFits(page, "A message");
  page.assertNoFaults(404);
  await page.leave();
});

test("in landscape the whole board is shown beside the controls", async () => {
  const page = await openPage(browser, { ...phone, viewport: { width: 812, height: 375 } });
  await beginGame(page, server.address, { seed: "12" });
  await chooseHex(page, (await standing(page)).choices[0], { tap: true });
  for (const part of [".board", ".act"]) {
    const { y, height } = await page.locator(part).boundingBox();
    assert.ok(y >= 0 && y + height <= 375, `${part} from ${y} to ${y + height}`);
  }
  await assertTargetsLargeEnough(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 812);
  await page.leave();
});

test("a whole game by tapping", async () => {
  const page = await openPage(browser, phone);
  await beginGame(page, server.address, { size: "3", players: "3", seed: "3" });
  await playToTheEnd(page, { tap: true });
  await assertWinnerShown(page);
  await assertFits(page, "The end");
  page.assertNoFaults();
  await page.leave();
});

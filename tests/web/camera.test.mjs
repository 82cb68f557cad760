// Large boards: zoomed by buttons, keys and two fingers; panned by one finger; a tap chooses a hex, panning does not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, phone, startBrowser } from "./support/browser.mjs";
import { beginGame, chooseHex, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

const hexWidth = (page) => page.locator('[data-hex="55"] .slab').evaluate((slab) => slab.getBoundingClientRect().width);
const middleOf = (page, hex) =>
  page.locator(`[data-hex="${hex}"] .slab`).evaluate((slab) => {
    const { left, top, width, height } = slab.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });

/** Moves fingers on the screen: each from its first to its second point. */
async function drag(page, ...fingers) {
  const touch = await page.context().newCDPSession(page);
  const send = (type, part) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : fingers.map(([[x, y], [u, v]], id) => ({ x: x + (u - x) * part, y: y + (v - y) * part, id })),
    });
  await send("touchStart", 0);
  for (let i = 1; i <= 8; i++) await send("touchMove", i / 8);
  await send("touchEnd", 1);
}

test("a board of 10x10 on a phone can be zoomed and panned, and keeps its view between steps", async () => {
  const page = await openPage(browser, phone);
  await beginGame(page, server.address, { size: "10", seed: "12" });
  const far = await hexWidth(page);
  await page.getByRole("button", { name: "Closer" }).tap();
  await page.getByRole("button", { name: "Closer" }).tap();
  const near = await hexWidth(page);
  assert.ok(near > 2.2 * far && near >= 70, `${far} to ${near} pixels`);
  const begun = await standing(page);
  const [x, y] = await middleOf(page, "55");
  await drag(page, [[150, 300], [230, 360]]);
  const [u, v] = await middleOf(page, "55");
  assert.ok(Math.abs(u - x - 80) < 12 && Math.abs(v - y - 60) < 12, `moved by ${u - x}, ${v - y}`);
  assert.deepEqual(await standing(page), begun, "a movement chooses nothing");
  const shown = await page.evaluate(() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const inside = ({ left, top, right, bottom }) => left > board.left && right < board.right && top > board.top && bottom < board.bottom - 60;
    return [...document.querySelectorAll("a.can")].find((hex) => inside(hex.querySelector(".slab").getBoundingClientRect())).dataset.hex;
  });
  const chosen = await chooseHex(page, shown, { tap: true });
  assert.equal(chosen.selected, shown);
  assert.ok(Math.abs((await hexWidth(page)) - near) < 1);
  page.assertNoFaults();
  await page.leave();
});

test("pinching zooms in and out, but not beyond the whole board", async () => {
  const page = await openPage(browser, phone);
  await beginGame(page, server.address, { size: "10", seed: "12" });
  const far = await hexWidth(page);
  await drag(page, [[160, 330], [100, 330]], [[210, 330], [280, 330]]);
  const near = await hexWidth(page);
  assert.ok(near > 2 * far, `${far} to ${near} pixels`);
  await drag(page, [[60, 330], [160, 330]], [[320, 330], [200, 330]]);
  await drag(page, [[60, 330], [160, 330]], [[320, 330], [200, 330]]);
  assert.ok(Math.abs((await hexWidth(page)) - far) < 1);
  await page.leave();
});

test("keys zoom the board and keep the focus visible", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { size: "10", seed: "12" });
  assert.ok(await page.getByRole("button", { name: "Closer" }).isVisible());
  for (let i = 0; i < 3; i++) await page.keyboard.press("+");
  await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press(i < 6 ? "ArrowRight" : "ArrowDown");
    const inside = await page.evaluate(() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      const { left, top, right, bottom } = document.activeElement.querySelector(".slab").getBoundingClientRect();
      return left >= board.left - 2 && right <= board.right + 2 && top >= board.top - 2 && bottom <= board.bottom + 2;
    });
    assert.ok(inside, `after ${i + 1} steps`);
  }
  for (let i = 0; i < 6; i++) await page.keyboard.press("-");
  assert.equal(await page.locator(".zoomed").count(), 0);
  await page.leave();
});

test("a board of 5x5 has no zoom buttons", async () => {
  const page = await openPage(browser, phone);
  await beginGame(page, server.address, { seed: "12" });
  assert.equal(await page.getByRole("button", { name: "Closer" }).count(), 0);
  await page.leave();
});

// By keyboard alone: tab, arrows, Enter, Escape, the keys of the buttons.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, beginGame, changed, choosePace, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

const focused = (page) => page.evaluate(() => document.activeElement.dataset?.hex ?? document.activeElement.tagName);

/** Presses the tab key until hex `hex` has the focus. */
async function tabToHex(page, hex) {
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused(page)) === hex) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`The tab key does not reach hex ${hex}.`);
}

async function pressKey(page, key) {
  const before = await standing(page);
  await page.keyboard.press(key);
  return changed(page, before);
}

test("a whole game", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/");
  await page.locator(".options summary").focus();
  await page.keyboard.press("Enter");
  const fields = { size: "2", players: "2", seed: "11" };
  for (let presses = 0; (await page.locator("#seed").inputValue()) !== "11"; presses++) {
    assert.ok(presses < 12);
    await page.keyboard.press("Tab");
    const keys = fields[await page.evaluate(() => document.activeElement.id)];
    if (keys) await page.keyboard.type(keys);
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector("#game");
  assert.match(await page.locator(".round").textContent(), /2x2 hexes, 2 players, seed 11/);
  await choosePace(page, "hand");
  for (let now = await standing(page), turns = 0; now.stage !== "over"; turns++) {
    assert.ok(turns < 300);
    if (now.stage === "computer") {
      if ((await focused(page)) === "BODY") await page.locator('[data-key="n"]').focus();
      now = await pressKey(page, "n");
    } else if (now.selected === null && now.choices.length > 0) {
      await tabToHex(page, now.choices[0]);
      now = await pressKey(page, "Enter");
    } else if (now.selected !== null) {
      await tabToHex(page, now.choices[0]);
      now = await pressKey(page, "Enter");
      if (now.canPass) now = await pressKey(page, "E");
    } else {
      await page.locator('[data-key="e"]').focus();
      now = await pressKey(page, "Enter");
    }
  }
  await assertWinnerShown(page);
  page.assertNoFaults();
  await page.leave();
});

/** Where the middle of hex `hex` is on the screen. */
async function middleOf(page, hex) {
  const { x, y, width, height } = await page.locator(`#game [data-hex="${hex}"] .slab`).boundingBox();
  return [x + width / 2, y + height / 2];
}

for (const [view, viewport] of [["wide", { width: 1280, height: 800 }], ["tall", { width: 375, height: 812 }]]) {
  test(`arrows go from hex to hex by their places on the screen, ${view}`, async () => {
    const page = await openPage(browser, { viewport });
    await beginGame(page, server.address, { seed: "12" });
    await page.locator('[data-hex="12"]').focus();
    const [x, y] = await middleOf(page, "12");
    for (const [key, back, right, down] of [
      ["ArrowRight", "ArrowLeft", 1, 0],
      ["ArrowLeft", "ArrowRight", -1, 0],
      ["ArrowUp", "ArrowDown", 0, -1],
      ["ArrowDown", "ArrowUp", 0, 1],
    ]) {
      await page.keyboard.press(key);
      const [u, v] = await middleOf(page, await focused(page));
      assert.ok((u - x) * right + (v - y) * down > 20, `${key} from ${x}, ${y} to ${u}, ${v}`);
      if (right) assert.ok(Math.abs(v - y) < 5, `${key} stays in the row`);
      await page.keyboard.press(back);
      if (right) assert.equal(await focused(page), "12");
      await page.locator('[data-hex="12"]').focus();
    }
    page.assertNoFaults();
    await page.leave();
  });
}

test("keys work wherever the focus is; Escape undoes the choice, and the focus stays", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const begun = await standing(page);
  assert.equal(await focused(page), "BODY");
  await page.keyboard.press("ArrowDown");
  const first = await focused(page);
  assert.ok(begun.choices.includes(first));
  assert.equal((await pressKey(page, "Enter")).selected, first);
  assert.equal(await focused(page), first);
  await page.evaluate(() => document.activeElement.blur());
  assert.deepEqual(await pressKey(page, "Escape"), begun);
  await page.locator(`[data-hex="${first}"]`).focus();
  assert.equal((await pressKey(page, "Enter")).selected, first);
  assert.deepEqual(await pressKey(page, "Escape"), begun);
  assert.equal(await focused(page), first);
  page.assertNoFaults();
  await page.leave();
});

test("a field keeps the keys that are pressed in it", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const { choices } = await standing(page);
  await page.locator(`[data-hex="${choices[0]}"]`).focus();
  const chosen = await pressKey(page, "Enter");
  await page.locator(".settings summary").click();
  await page.locator("#pace").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(100);
  assert.deepEqual(await standing(page), chosen);
  assert.equal(await page.locator("#pace").inputValue(), "fast");
  await page.leave();
});

test("the focus shows on each color, in light and dark: a light line beside a dark one", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await openPage(browser, { colorScheme });
    await beginGame(page, server.address, { seed: "12" });
    await page.keyboard.press("ArrowDown");
    const lines = await page.evaluate(() => {
      const hex = document.activeElement;
      const style = getComputedStyle(hex);
      return { focused: hex.matches(":focus-visible"), rim: style.getPropertyValue("--rimw").trim(), ring: style.getPropertyValue("--ring").trim() };
    });
    assert.deepEqual(lines, { focused: true, rim: "14", ring: "8" });
    await page.leave();
  }
});

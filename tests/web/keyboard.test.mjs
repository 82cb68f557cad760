// By keyboard alone: tab, arrows, Enter, Escape, the keys of the buttons.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, beginGame, chooseHex, choosePace, pressKey, standing } from "./support/playing.mjs";
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
  test(`arrow keys move between hexes by screen position, ${view}`, async () => {
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

// Runs in the browser. Returns the pairs of neighbors of a board of 6x6 hexes between which no key leads.
function missedNeighbors() {
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];
  const hex = (pos) => document.querySelector(`#game [data-hex="${pos}"]`);
  const missed = [];
  let pairs = 0;
  for (let pos = 0; pos < 36; pos++) {
    const reached = keys.map((key) => {
      hex(pos).focus();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      return Number(document.activeElement.dataset.hex);
    });
    for (const [down, right] of [[-1, 0], [1, 0], [-1, -1], [0, -1], [0, 1], [1, 1]]) {
      const [row, column] = [Math.floor(pos / 6) + down, (pos % 6) + right];
      if (row < 0 || row > 5 || column < 0 || column > 5) continue;
      pairs++;
      if (!reached.includes(6 * row + column)) missed.push([pos, 6 * row + column]);
    }
  }
  return { pairs, missed };
}

for (const viewport of [{ width: 1280, height: 800 }, { width: 375, height: 812 }]) {
  test(`one key leads to each neighbor of a hex, ${viewport.width} wide`, async () => {
    const page = await openPage(browser, { viewport });
    await beginGame(page, server.address, { seed: "12", size: "6", players: "3" });
    assert.deepEqual(await page.evaluate(missedNeighbors), { pairs: 170, missed: [] });
    await page.leave();
  });
}

test("up goes straight up over several hexes", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  await page.locator('[data-hex="22"]').focus();
  const [x] = await middleOf(page, "22");
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press("ArrowUp");
  const [u] = await middleOf(page, await focused(page));
  assert.ok(Math.abs(u - x) < 5, `${x} to ${u}`);
  await page.leave();
});

test("where a hex is chosen, the keys go to its targets only", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12", size: "6", players: "3" });
  for (const choice of (await standing(page)).choices) {
    const { choices } = await chooseHex(page, choice);
    await page.locator(".sel").focus();
    const reached = new Set();
    for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key);
      reached.add(await focused(page));
      await page.locator(".sel").focus();
    }
    reached.delete(choice);
    assert.deepEqual([...reached].sort((one, other) => one - other), choices);
    await page.keyboard.press("Escape");
    await page.locator("#game:not(:has(.sel))").waitFor();
  }
  page.assertNoFaults();
  await page.leave();
});

test("keys work wherever the focus is; Escape undoes the choice and keeps the focus", async () => {
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

test("text fields receive their own keys", async () => {
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

test("the focus ring is visible on every color: a light line beside a dark one", async () => {
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

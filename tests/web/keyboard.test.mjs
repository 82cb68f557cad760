// By keyboard alone: tab, arrows, Enter, Escape, the keys of the buttons.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, beginGame, changed, standing } from "./support/playing.mjs";
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
  await page.locator("#size").focus();
  await page.keyboard.press("2");
  for (const key of ["Tab", "2", "Tab", "Tab", "1", "1", "Enter"]) await page.keyboard.press(key);
  await page.waitForSelector("#game");
  assert.match(await page.locator(".side").textContent(), /2x2 hexes, 2 players, seed 11/);
  await page.selectOption("#pace", "hand");
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

test("arrows go from hex to hex, Escape undoes the choice, and the focus stays", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const begun = await standing(page);
  await tabToHex(page, begun.choices[0]);
  const [start] = begun.choices;
  const column = Number(start) % 5;
  const row = Math.floor(Number(start) / 5);
  const [across, back] = column < 4 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  await page.keyboard.press(across);
  assert.equal(await focused(page), String(Number(start) + (column < 4 ? 1 : -1)));
  await page.keyboard.press(back);
  assert.equal(await focused(page), start);
  const [down, up] = row < 4 ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
  await page.keyboard.press(down);
  assert.equal(await focused(page), String(Number(start) + (row < 4 ? 5 : -5)));
  await page.keyboard.press(up);
  assert.equal(await focused(page), start);
  assert.equal((await pressKey(page, "Enter")).selected, start);
  assert.equal(await focused(page), start);
  assert.deepEqual(await pressKey(page, "Escape"), begun);
  assert.equal(await focused(page), start);
  page.assertNoFaults();
  await page.leave();
});

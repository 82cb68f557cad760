// The visible board: stacks and marks hide no number, links are where they appear, the layout does not shift.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, chooseHex, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

const full = `(progn (setf *max-dice* 8)
                (defun deal (&rest seed)
                  (declare (ignore seed))
                  (board-array (loop for pos below *board-hexnum* collect (list (mod pos *num-players*) 8)))))`;

let browser, server, crowded;
before(async () => {
  [browser, server, crowded] = await Promise.all([startBrowser(), startServer("v4"), startServer("v4", { settings: full })]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop(), crowded.stop()]);
});

// Runs in the browser. Returns the hexes of whose number some point lies below something else.
function hiddenNumbers() {
  const points = [[0.5, 0.5], [0.1, 0.25], [0.9, 0.25], [0.1, 0.75], [0.9, 0.75]];
  const hidden = new Set();
  document.querySelector(".aloft").style.pointerEvents = "all";
  for (const number of document.querySelectorAll("#game .mark text")) {
    number.scrollIntoView({ block: "center" });
    const { left, top, width, height } = number.getBoundingClientRect();
    const tile = number.closest("[data-hex]");
    for (const [right, down] of points)
      if (document.elementFromPoint(left + width * right, top + height * down)?.closest("[data-hex]") !== tile) hidden.add(tile.dataset.hex);
  }
  return [...hidden];
}

for (const [view, viewport] of [["wide", { width: 1280, height: 800 }], ["tall", { width: 375, height: 812 }]]) {
  test(`stacks of eight dice hide no number: ${view}`, async () => {
    const page = await openPage(browser, { viewport });
    for (const size of ["5", "7"]) {
      await beginGame(page, crowded.address, { size });
      assert.deepEqual(await page.evaluate(hiddenNumbers), []);
    }
    await page.leave();
  });

  test(`chances and sums hide no number: ${view}`, async () => {
    const page = await openPage(browser, { viewport });
    await beginGame(page, server.address, { seed: "12" });
    await chooseHex(page, (await standing(page)).choices[0]);
    assert.ok((await page.locator(".pill").count()) > 0);
    assert.deepEqual(await page.evaluate(hiddenNumbers), []);
    await chooseHex(page, (await standing(page)).choices[0]);
    assert.equal(await page.locator(".pill.last").count(), 1);
    assert.deepEqual(await page.evaluate(hiddenNumbers), []);
    await page.leave();
  });
}

test("a click on the center of a hex hits its link, even behind a stack", async () => {
  const page = await openPage(browser, { viewport: { width: 375, height: 812 } });
  await beginGame(page, crowded.address, { size: "5" });
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll("a.can .mark text")].filter((number) => {
      number.scrollIntoView({ block: "center" });
      const { left, top, width, height } = number.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2).closest("a") !== number.closest("a");
    }).length,
  );
  assert.equal(wrong, 0);
  await page.leave();
});

for (const viewport of [{ width: 1280, height: 800 }, { width: 375, height: 812 }]) {
  test(`the arrow of a hint hides no number, ${viewport.width} wide`, async () => {
    const page = await openPage(browser, { viewport });
    for (const seed of ["12", "13", "14", "15", "16", "17"]) {
      await beginGame(page, server.address, { seed, size: "6", players: "3" });
      await page.keyboard.press("h");
      await page.locator(".notice", { hasText: "Hint: Attack along the arrow" }).waitFor();
      const hidden = await page.evaluate(() => {
        document.querySelector(".camera").querySelectorAll(".arrow").forEach((arrow) => (arrow.style.pointerEvents = "all"));
        const inside = (text) => {
          const { left, top, width, height } = text.getBoundingClientRect();
          return [[0.5, 0.5], [0.1, 0.25], [0.9, 0.25], [0.1, 0.75], [0.9, 0.75]].filter(([right, down]) =>
            document.elementFromPoint(left + width * right, top + height * down)?.closest(".arrow")).length;
        };
        return [...document.querySelectorAll("#game .mark text, #game .pill text")].filter(inside).map((text) => text.textContent);
      });
      assert.deepEqual(hidden, [], `seed ${seed}`);
    }
    await page.leave();
  });
}

for (const [width, height, least] of [[1366, 768, 0.45], [1920, 1080, 0.5], [3840, 2160, 0.5]]) {
  test(`the board fills the window, ${width} x ${height}`, width > 3000 ? long : {}, async () => {
    const page = await openPage(browser, { viewport: { width, height } });
    await beginGame(page, server.address, { seed: "12", size: "6", players: "3" });
    const box = await page.locator(".board").boundingBox();
    const area = box.width * box.height;
    assert.ok(area > least * width * height, `${(100 * area / width / height).toFixed(0)} %`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await page.leave();
  });
}

test("chances are correct, never 0 or 1, and shown by number and shape", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/");
  await beginGame(page, server.address, { seed: "12" });
  for (const hex of (await standing(page)).choices) {
    await chooseHex(page, hex);
    const chances = await page.locator(".pill").evaluateAll((pills) => pills.map((pill) => [pill.textContent, pill.classList[1]]));
    for (const [text, quality] of chances) {
      assert.match(text, /^(<1|>99|[1-9]\d?)%$/);
      const percent = Number(text.match(/\d+/)[0]);
      assert.equal(quality, percent >= 65 ? "good" : percent >= 40 ? "fair" : "poor");
    }
  }
  await page.leave();
});

for (const viewport of [{ width: 1280, height: 800 }, { width: 375, height: 812 }]) {
  test(`the layout does not shift during play, ${viewport.width} wide`, viewport.width > 1000 ? long : {}, async () => {
    const page = await openPage(browser, { viewport });
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => [entry.value, ...entry.sources.map((source) => source.node?.className)])))
        .observe({ type: "layout-shift", buffered: true });
    });
    await beginGame(page, server.address, { seed: "12" });
    await page.waitForTimeout(200);
    await attack(page);
    await page.waitForTimeout(700);
    const place = await page.locator(".board").boundingBox();
    await chooseHex(page, (await standing(page)).choices[0]);
    assert.deepEqual(await page.locator(".board").boundingBox(), place);
    assert.deepEqual(await page.evaluate(() => window.shifts), []);
    await page.leave();
  });
}

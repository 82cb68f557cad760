// A person's actions on the pages: begins a game, sees its state, clicks where a hex is visible, plays to the end.
import assert from "node:assert/strict";

/**
 * Fills in the options of the first page and starts. `fields` are its fields, by name; else the game is one of 5x5 hexes, four players if the
 * version has so many, and the computer of the book.
 */
export async function beginGame(page, address, fields = {}) {
  await page.goto(address + "/");
  await page.locator(".options summary").click();
  const players = (await page.locator('#players option[value="4"]').count()) ? "4" : "2";
  for (const [name, value] of Object.entries({ size: "5", players, level: "book", seed: "1", ...fields })) {
    if (name === "seed") await page.fill("#seed", value);
    else await page.selectOption(`#${name}`, value);
  }
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector("#game");
  await page.waitForLoadState();
}

// Runs in the browser.
function standingOf(game) {
  return {
    stage: game.dataset.stage,
    move: Number(game.dataset.move),
    selected: game.querySelector(".sel")?.dataset.hex ?? null,
    choices: [...game.querySelectorAll(game.querySelector(".sel") ? "a.aim" : "a.can")]
      .map((choice) => choice.dataset.hex)
      .sort((one, other) => one - other),
    canPass: !!game.querySelector('[data-key="e"]'),
  };
}

/** Where the game stands, as the page shows it. */
export async function standing(page) {
  for (;;) {
    try {
      return await page.locator("#game").evaluate(standingOf);
    } catch (problem) {
      if (!problem.message.includes("because of a navigation")) throw problem; // else the next page has come meanwhile
    }
  }
}

const differs = (now, before) => ["stage", "move", "selected"].some((part) => now[part] !== before[part]);

/** Waits until the game stands otherwise than `before`. Returns how. */
export async function changed(page, before) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const now = await standing(page);
    if (differs(now, before)) return now;
    await page.waitForTimeout(15);
  }
  return assert.fail(`The game still stands at ${JSON.stringify(before)}.`);
}

/** Chooses how fast the computers' moves follow each other. */
export async function choosePace(page, pace) {
  await page.locator(".settings summary").click();
  await page.selectOption("#pace", pace);
  await page.locator(".settings summary").click();
}

/**
 * A point of the link `tile` of a board at which one sees and hits it: the middle of its mark, which nothing hides; on the book's page, where
 * stacks in front may hide the middle, the first one from below.
 */
export async function visiblePoint(tile) {
  const point = await tile.evaluate((tile) => {
    const mark = tile.querySelector(".mark")?.getBoundingClientRect();
    if (mark) return [mark.left + mark.width / 2, mark.top + mark.height / 2];
    const box = tile.getBoundingClientRect();
    const columns = [...Array(20).keys()].sort((a, b) => Math.abs(a - 10) - Math.abs(b - 10));
    for (let row = 19; row >= 0; row--) {
      for (const column of columns) {
        const x = box.left + (box.width * (column + 0.5)) / 20;
        const y = box.top + (box.height * (row + 0.5)) / 20;
        if (document.elementFromPoint(x, y)?.closest("a") === tile) return [x, y];
      }
    }
    return null;
  });
  assert.ok(point, `${await tile.evaluate((tile) => tile.textContent)} can be hit somewhere`);
  return point;
}

/** Clicks hex `hex`, or taps it if `tap`, and waits for what comes of it. */
export async function chooseHex(page, hex, { tap = false } = {}) {
  const before = await standing(page);
  const tile = page.locator(`#game a[data-hex="${hex}"]`);
  await tile.scrollIntoViewIfNeeded();
  const [x, y] = await visiblePoint(tile);
  await (tap ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  return changed(page, before);
}

/** Attacks with the first hex that can, the first one that it can. Returns how the game stands then. */
export async function attack(page) {
  const { choices } = await chooseHex(page, (await standing(page)).choices[0]);
  return chooseHex(page, choices[0]);
}

/** Presses `key`, and waits for what comes of it. */
export async function pressKey(page, key) {
  const before = await standing(page);
  await page.keyboard.press(key);
  return changed(page, before);
}

/** Clicks the button or link `name` beside the question what to do, and waits for what comes of it. */
export async function press(page, name) {
  const before = await standing(page);
  await page.locator(".actions").getByText(name).click();
  return changed(page, before);
}

// Skips to the person's turn. With scripts the computer may move, and the button vanish, just before it is hit.
async function skip(page, before) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const clicked = await page.locator('[data-key="s"]').click({ timeout: 1000 }).then(() => true, () => false);
    if (clicked || differs(await standing(page), before)) return changed(page, before);
  }
  return assert.fail("The button does not skip.");
}

/**
 * Plays to the end, with `attacks` attacks in each turn as far as there are some. The computer's moves are watched as
 * long as there are less than `watched` moves in all, then skipped.
 */
export async function playToTheEnd(page, { attacks = 2, watched = 0, tap = false } = {}) {
  let attacked = 0;
  for (let clicks = 0; clicks < 3000; clicks++) {
    const now = await standing(page);
    if (now.stage === "over") return;
    if (now.stage === "computer") {
      attacked = 0;
      await (now.move < watched ? changed(page, now) : skip(page, now));
    } else if (now.selected) {
      attacked++;
      await chooseHex(page, now.choices[clicks % now.choices.length], { tap });
    } else if (now.canPass && (attacked >= attacks || now.choices.length === 0)) {
      await press(page, "End turn");
    } else {
      await chooseHex(page, now.choices[clicks % now.choices.length], { tap });
    }
  }
  assert.fail("The game does not end.");
}

/** Asserts that the game is over, and that the page names as winner who has most hexes. */
export async function assertWinnerShown(page) {
  const players = await page.locator(".players li").evaluateAll((lines) =>
    lines.map((line) => [line.querySelector(".name").textContent, Number(line.dataset.hexes)]),
  );
  const most = Math.max(...players.map(([, hexes]) => hexes));
  const best = players.filter(([, hexes]) => hexes === most).map(([name]) => name);
  const headline = await page.locator("#game h1").textContent();
  if (best.length > 1) assert.match(headline, /^A tie between /);
  else assert.equal(headline, `${best[0]} won`);
  assert.match(await page.locator(".prompt").textContent(), new RegExp(`^${most} of \\d+ hexes after \\d+ moves?\\. (.* had no (attack left|hex left, which ends the game)|Whoever holds \\d+ wins)\\.( You are number \\d of \\d\\.)?$`));
  assert.ok(await page.getByText("New game", { exact: true }).last().isVisible());
}

// Animations on the board: attacks, reinforcements, the computers' moves one after another; they can be cut short and
// skipped, and with reduced motion only the results are shown.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, changed, chooseHex, choosePace, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server, plain;
before(async () => {
  [browser, server, plain] = await Promise.all([startBrowser(), startServer("v4"), startServer("v3")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop(), plain.stop()]);
});

// Notes in the page what appears on the board, with the time: "toss" with its edges on the screen, "beaten" with the
// sums, "drop", "put" when the board after comes.
function watch() {
  window.seen = [];
  const note = (what, more) => window.seen.push({ what, more, at: performance.now() });
  const names = (node) => [...(node.matches ? [node, ...node.querySelectorAll("*")] : [])];
  new MutationObserver((changes) => {
    for (const { target, addedNodes, attributeName } of changes) {
      if (attributeName === "class" && target.matches(".beaten"))
        note("beaten", [...document.querySelectorAll(".toss text")].map((text) => text.textContent).join(" : "));
      for (const node of [...addedNodes].flatMap(names)) {
        if (node.id === "game") note("put", node.dataset.move);
        else if (node.matches(".toss")) note("toss", (({ left, right }) => [left, right])(node.querySelector(".box").getBoundingClientRect()));
        else if (node.matches('.t > use[href="#dd"]')) note("drop", node.parentNode.dataset.hex);
      }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

async function openWatched(options = {}) {
  const page = await openPage(browser, { reducedMotion: "no-preference", ...options });
  await page.addInitScript(watch);
  return page;
}

const seenIn = (page, what) => page.evaluate((what) => window.seen.filter((one) => one.what === what), what);

/** Waits until WHAT has appeared for the `times`-th time. It may be gone by now. */
const appeared = (page, what, times = 1) =>
  page.waitForFunction(([what, times]) => window.seen.filter((one) => one.what === what).length >= times, [what, times]);

for (const viewport of [{ width: 1280, height: 800 }, { width: 375, height: 812 }]) {
  test(`both sides roll over the hexes, and the last sums shown are the final ones, ${viewport.width} wide`, async () => {
    const page = await openWatched({ viewport });
    await beginGame(page, server.address, { seed: "12" });
    await attack(page);
    assert.ok((await seenIn(page, "toss")).length >= 4, "dice roll before they stand");
    const [beaten] = await seenIn(page, "beaten");
    const [put] = (await seenIn(page, "put")).slice(-1);
    assert.equal(await page.locator(".pill.last").textContent(), beaten.more);
    assert.ok(put.at - beaten.at > 150, "the sums stand before the board changes");
    assert.equal(await page.locator(".toss").count(), 0);
    page.assertNoFaults();
    await page.leave();
  });
}

test("both sums stay within the board's width for every attack", async () => {
  const page = await openWatched({ viewport: { width: 375, height: 812 } });
  await beginGame(page, server.address, { seed: "12" });
  for (let attacks = 0; attacks < 4; attacks++) {
    await chooseHex(page, (await standing(page)).choices.at(attacks % 2 ? 0 : -1));
    const before = await standing(page);
    await page.locator(`#game a.aim[data-hex="${before.choices[0]}"] .mark`).click();
    await changed(page, before);
  }
  const tosses = await seenIn(page, "toss");
  assert.ok(tosses.length >= 16, "two, twice, in each attack");
  for (const { more: [left, right] } of tosses) assert.ok(left >= -2 && right <= 377, `${left} to ${right}`);
  await page.leave();
});

test("reinforcements drop in, and the stacks then match the page", async () => {
  const page = await openWatched();
  await beginGame(page, server.address, { seed: "12" });
  await choosePace(page, "hand");
  await attack(page);
  await press(page, "End turn");
  const gained = await page.locator("#game").evaluate((game) => JSON.parse(game.dataset.event)[6].map(String));
  const numbers = await page.evaluate(async () => (await (await fetch("/play?part=game")).text()).match(/<text>\d+/g).join());
  await appeared(page, "drop", gained.length);
  await page.waitForFunction(() => !document.querySelector('.t > use[href="#dd"]')); // they have landed
  assert.deepEqual((await seenIn(page, "drop")).map((drop) => drop.more).sort(), gained.sort());
  assert.equal(await page.locator(".mark text").evaluateAll((all) => all.map((one) => `<text>${one.textContent}`).join()), numbers);
  page.assertNoFaults();
  await page.leave();
});

test("the computers' moves are shown one after another; skipping ends this at once", async () => {
  const page = await openWatched();
  await beginGame(page, server.address, { seed: "12" });
  await choosePace(page, "slow"); // at which they are all shown, however long that takes
  await attack(page);
  await press(page, "End turn");
  await appeared(page, "beaten", 3);
  const moves = (await seenIn(page, "put")).map((put) => Number(put.more));
  assert.deepEqual(moves.slice(-2), [moves.at(-1) - 1, moves.at(-1)], "move by move");
  await page.locator(".toss").first().waitFor();
  await page.locator('[data-key="s"]').click();
  const { length } = await seenIn(page, "beaten");
  await page.locator('#game:not([data-stage="computer"])').waitFor();
  assert.ok((await seenIn(page, "beaten")).length <= length + 1, "no other attack is shown");
  assert.equal(await page.locator(".toss").count(), 0);
  page.assertNoFaults();
  await page.leave();
});

// Notes in the page who takes part in each attack that is animated.
function watchFighters() {
  window.fighters = [];
  new MutationObserver(() => {
    const sides = [...document.querySelectorAll(".toss")].map((toss) => toss.getAttribute("class").match(/p\d/)[0]);
    if (sides.length === 2) window.fighters.push(sides);
  }).observe(document, { subtree: true, childList: true });
}

for (const [level, most] of [["casual", 1], ["strong", 2]]) test(`a round of seven computers ends, and only attacks on the person are animated: ${level}`, level === "strong" ? long : {}, async () => {
  const page = await openPage(browser, { reducedMotion: "no-preference" });
  await page.addInitScript(watchFighters);
  await beginGame(page, server.address, { seed: "12", size: "8", players: "8", level });
  let rounds = 0;
  for (let round = 0; round < most; round++) {
    if ((await standing(page)).stage !== "person") break;
    if (!(await standing(page)).canPass) await attack(page);
    await page.evaluate(() => (window.fighters = []));
    await press(page, "End turn");
    await page.locator('#game:not([data-stage="computer"])').waitFor();
    assert.ok((await page.evaluate(() => window.fighters)).every((sides) => sides.includes("p0")));
    assert.match(await page.locator(".prompt").textContent(), /^You lost (nothing|\d+); .* leads? with \d+\./);
    rounds++;
  }
  assert.ok(rounds > 0);
  page.assertNoFaults();
  await page.leave();
});

test("a click on the board ends the animation; a click on a hex also chooses it", async () => {
  const page = await openWatched();
  await beginGame(page, server.address, { seed: "12" });
  await chooseHex(page, (await standing(page)).choices[0]);
  const before = await standing(page);
  const other = await page.locator("a.can").first().getAttribute("data-hex");
  await page.locator("a.aim .mark").first().click();
  await appeared(page, "toss");
  await page.locator(`[data-hex="${other}"] .mark`).click();
  await page.waitForFunction((other) => document.querySelector(".sel")?.dataset.hex === other, other);
  assert.equal((await standing(page)).move, before.move + 1);
  page.assertNoFaults();
  await page.leave();
});

// Clicks a hex that can attack as soon as dice fall after a computer's move and the person is to move.
function clickWhileDiceFall() {
  new MutationObserver(() => {
    const game = document.querySelector('#game[data-stage="person"]');
    if (!game || window.clicked || !game.querySelector('.t > use[href="#dd"]')) return;
    const link = game.querySelector("a.can");
    window.clicked = link.dataset.hex;
    link.querySelector(".mark").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }).observe(document, { subtree: true, childList: true });
}

test("the first click of a turn counts during the animation", async () => {
  const page = await openWatched();
  await page.addInitScript(clickWhileDiceFall);
  await beginGame(page, server.address, { seed: "12" });
  await choosePace(page, "fast");
  for (let turns = 0; turns < 6 && !(await page.evaluate(() => window.clicked)); turns++) {
    await attack(page);
    await press(page, "End turn");
    await page.locator('#game[data-stage="person"]').waitFor();
    const dice = await page.locator("#game").evaluate((game) => JSON.parse(game.dataset.event)[6].length);
    if (dice) await page.waitForFunction(() => window.clicked);
  }
  const clicked = await page.evaluate(() => window.clicked);
  assert.ok(clicked, "dice fell when a turn began");
  await page.waitForFunction((hex) => document.querySelector(".sel")?.dataset.hex === hex, clicked);
  page.assertNoFaults();
  await page.leave();
});

test("if the animation is cut short, the stacks match the page", async () => {
  const page = await openWatched();
  await beginGame(page, server.address, { seed: "12" });
  await choosePace(page, "hand");
  for (let attacks = 0; attacks < 3; attacks++) await attack(page); // so that several dice fall
  await press(page, "End turn");
  await appeared(page, "drop");
  await page.locator(".board").evaluate((board) => board.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  const numbers = await page.evaluate(async () => (await (await fetch("/play?part=game")).text()).match(/<text>\d+/g).join());
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".mark text").evaluateAll((all) => all.map((one) => `<text>${one.textContent}`).join()), numbers);
  page.assertNoFaults();
  await page.leave();
});

test("with reduced motion the result is shown at once, with arrow and sums", async () => {
  const page = await openWatched({ reducedMotion: "reduce" });
  await beginGame(page, server.address, { seed: "12" });
  await attack(page);
  assert.deepEqual(await seenIn(page, "toss"), []);
  assert.match(await page.locator(".pill.last").textContent(), /^\d+ : \d+$/);
  assert.equal(await page.locator(".arrow").count(), 1);
  await page.leave();
});

test("version 3, without rolling: the dice move to the new hex", async () => {
  const page = await openWatched();
  await beginGame(page, plain.address, { size: "3", seed: "4" });
  await attack(page);
  assert.deepEqual(await seenIn(page, "toss"), []);
  assert.equal(await page.locator(".arrow.won").count(), 1);
  page.assertNoFaults();
  await page.leave();
});

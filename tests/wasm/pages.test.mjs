// Lessons, the tour and the manual in chromium: examples run in place, exercises are checked, work is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { phone } from "../web/support/browser.mjs";
import { aroundTests, skip } from "./support/pages.mjs";

const site = aroundTests();

/** Returns the example with `text`; from its place, since the text may be edited. */
async function example(page, text) {
  const all = await page.locator(".example .code").allInnerTexts();
  const place = all.findIndex((code) => code.trim() === text || code.startsWith(text.startsWith("(") ? text : `(defun ${text}`));
  return page.locator(".example").nth(place);
}

const press = (box, name) => box.getByRole("button", { name, exact: true }).click();

/** Writes `text` in the editor of an exercise, which is one once it is in view. */
async function solve(box, text) {
  await box.scrollIntoViewIfNeeded();
  await box.locator(".cm-content").fill(text);
}

test("an example runs after those before it, can be edited, and shows more", { skip }, async () => {
  const page = await site.open("lessons/18.html");
  const box = await example(page, "*integers*");
  await press(box, "Run");
  await box.locator(".picture img").waitFor();
  await press(box, "More elements");
  await box.locator(".value", { hasText: "11 12 13 14 15" }).waitFor();
  await press(box, "Edit");
  await box.locator(".cm-content").fill("(take 3 *integers*)");
  await press(box, "Run");
  await box.locator(".value", { hasText: "(1 2 3)" }).waitFor();
  await page.reload();
  await page.locator(".example .cm-content", { hasText: "(take 3 *integers*)" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("an exercise is checked: an error, a wrong and a right solution, which is kept", { skip }, async () => {
  const page = await site.open("lessons/18.html");
  const box = page.locator(".exercise").first();
  await press(box, "Check");
  await box.locator(".verdict", { hasText: "Not yet." }).waitFor();
  await solve(box, "(defun lazy-roll () (car 3)) (lazy-roll)");
  await press(box, "Check");
  await press(box, "Give up this evaluation.");
  await box.getByText("Given up.").waitFor();
  await solve(box, "(defun lazy-roll () (lazy (1+ (random 6))))");
  await press(box, "Check");
  await box.locator(".verdict.right").waitFor();
  await page.reload();
  await page.locator(".exercise.solved").waitFor();
  assert.match(await box.locator(".cm-content").innerText(), /random 6/);
  page.assertNoFaults();
  await page.leave();
});

test("a game against the computer is played in the page", { skip }, async () => {
  const page = await site.open("lessons/18.html");
  const box = await example(page, "(let ((*board-size* 3)");
  const input = box.getByLabel("Input");
  do {  // the first player of a board may have no move
    await press(box, "Run");
    await input.or(box.getByText(/The (winner|game) is/)).first().waitFor();
  } while (!await input.isVisible());
  assert.match(await box.locator(".output").last().innerText(), /current player = a[\s\S]*choose your move:/);
  await box.getByLabel("Input").fill("1");
  await box.getByLabel("Input").press("Enter");
  await box.getByLabel("Input").or(box.getByText("The game", { exact: false })).first().waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("what an exercise needs runs before it, but no game, and an edited example can begin again", { skip }, async () => {
  const page = await site.open("lessons/18.html");
  const game = await example(page, "(let ((*board-size* 3)"), last = page.locator(".exercise").last();
  await solve(last, "(defun lazy-max (list enough) (lazy-car list))");
  await press(last, "Check");
  await last.locator(".verdict", { hasText: "Not yet." }).waitFor();
  assert.equal(await game.getByLabel("Input").count(), 0);
  const pair = await example(page, "(defparameter *pair*");
  await press(pair, "Edit");
  await pair.locator(".cm-content").fill("(+ 1 1)");
  await page.reload();
  assert.match(await pair.locator(".cm-content").innerText(), /^\(\+ 1 1\)/);
  assert.equal(await pair.locator(".expected").count(), 0);
  await press(pair, "Begin again");
  assert.match(await pair.locator(".cm-content").innerText(), /defparameter \*pair\*/);
  await page.reload();
  await pair.locator(".expected").waitFor();
  await page.leave();
});

test("an endless program in a lesson is stopped", { skip }, async () => {
  const page = await site.open("lessons/14.html");
  const box = page.locator(".exercise").first();
  await solve(box, "(loop)");
  await press(box, "Check");
  await box.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector(".exercise .note"));  // the examples above have run
  await press(box, "Stop");
  await press(box, "Give up this evaluation.");
  const other = await example(page, "adder");
  await press(other, "Run");
  await other.locator(".value", { hasText: "(101 102 103)" }).waitFor();
  await page.leave();
});

test("the tour is done step by step, on a phone", { skip }, async () => {
  const page = await site.open("lessons/tour.html", phone);
  const steps = page.locator(".exercise");
  await solve(steps.nth(0), "(* 6 7)");
  await press(steps.nth(0), "Check");
  await steps.nth(0).locator(".verdict.right").waitFor();
  await solve(steps.nth(1), "(defun square (x) (+ x x))");
  await press(steps.nth(1), "Check");
  await steps.nth(1).locator(".verdict", { hasText: "Not yet." }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  page.assertNoFaults();
  await page.leave();
});

test("examples of the manual run in place, and names are found", { skip }, async () => {
  const page = await site.open("manual/conses.html");
  const box = await example(page, "(adjoin 1 '(2))");
  await press(box, "Run");
  await box.locator(".value", { hasText: "(1 2)" }).waitFor();
  await press(box, "Edit");
  await box.locator(".cm-content").fill("(adjoin 2 '(2))");
  await press(box, "Run");
  await box.locator(".value").getByText("(2)", { exact: true }).waitFor();
  await page.locator("#the-search").fill("mapca");
  await page.getByRole("option", { name: /mapcar/ }).first().waitFor();
  page.assertNoFaults();
  await page.leave();
});

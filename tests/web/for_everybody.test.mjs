// Accessibility: names, contrast, announcements, reduced motion; and valid HTML.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parse, serialize } from "parse5";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertAccessible, assertValidHtml, prepareForAxe } from "./support/checks.mjs";
import { attack, beginGame, chooseHex, choosePace, playToTheEnd, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

for (const colorScheme of ["light", "dark"]) {
  test(`each page is accessible, ${colorScheme}`, async () => {
    const page = await openPage(browser, { colorScheme, bypassCSP: true });
    await prepareForAxe(page);
    await page.goto(server.address + "/");
    await assertAccessible(page, "the first page");
    await beginGame(page, server.address, { seed: "12" });
    await assertAccessible(page, "the game");
    await chooseHex(page, (await standing(page)).choices[0]);
    await assertAccessible(page, "the choice of a target");
    await chooseHex(page, (await standing(page)).choices[0]);
    await choosePace(page, "hand");
    await press(page, "End turn");
    await assertAccessible(page, "the computer's turn");
    await beginGame(page, server.address, { size: "2", players: "2", seed: "3" });
    await playToTheEnd(page);
    await assertAccessible(page, "the end");
    await page.goto(server.address + "/nowhere");
    await assertAccessible(page, "a message");
    await page.leave();
  });
}

test("the theme follows prefers-color-scheme", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/");
  const brightness = async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    return Math.max(...color.match(/\d+/g).slice(0, 3).map(Number));
  };
  assert.ok((await brightness("light")) > 200);
  assert.ok((await brightness("dark")) < 60);
  await page.leave();
});

test("elements with a role have an accessible name", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const board = page.getByRole("group", { name: "The board" });
  assert.equal((await board.getByRole("img").count()) + (await board.getByRole("link").count()), 25);
  const { choices } = await standing(page);
  await page.getByRole("link", { name: new RegExp(`^Hex ${choices[0]}, yours, \\d dice: attack from here$`) }).focus();
  await chooseHex(page, choices[0]);
  const [target] = (await standing(page)).choices;
  assert.equal(
    await page.getByRole("link", { name: new RegExp(`^Hex ${target}, (Ace|Deuce|Trey), .*chance [<>]?\\d+%$`) }).count(),
    1,
  );
  assert.equal(await page.getByRole("region", { name: "Players" }).getByRole("listitem").count(), 4);
  await page.getByText("Settings").click();
  assert.equal(await page.getByRole("combobox", { name: "Computers’ pace" }).count(), 1);
  assert.match(await page.title(), /^Your turn – Dice of Doom$/);
  await page.leave();
});

test("events are announced to screen readers", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  await choosePace(page, "hand");
  const announced = () => page.getByRole("status").textContent();
  await chooseHex(page, (await standing(page)).choices[0]);
  assert.match(await announced(), /Attack with your \d dice\. Pick a target/);
  await chooseHex(page, (await standing(page)).choices[0]);
  assert.match(await announced(), /^You (took|attacked) hex .* Your turn\. /);
  await press(page, "End turn");
  assert.match(await announced(), /^You ended your turn and got .* Ace’s turn\./);
  await press(page, "Next move");
  assert.match(await announced(), /^Ace /);
  await page.leave();
});

test("no animation with reduced motion", async () => {
  for (const [reducedMotion, some] of [["reduce", false], ["no-preference", true]]) {
    const page = await openPage(browser, { reducedMotion });
    await beginGame(page, server.address, { seed: "12" });
    assert.equal(await page.evaluate(() => document.getAnimations().length > 0), some);
    await page.leave();
  }
});

/** Asserts that a browser closes each tag of `html` where the page closes it. */
function assertUnderstood(html, path) {
  const written = html.replaceAll("&quot;", '"').toLowerCase();
  const understood = serialize(parse(html)).toLowerCase();
  let same = 0;
  while (same < written.length && written[same] === understood[same]) same++;
  const around = (text) => text.slice(Math.max(0, same - 60), same + 60);
  assert.equal(around(understood), around(written), path);
}

test("the pages are valid HTML", async () => {
  const page = await openPage(browser);
  const assertValid = async (path) => {
    assertUnderstood(await assertValidHtml(page, server.address + path), path);
  };
  await assertValid("/");
  await beginGame(page, server.address, { seed: "12" });
  await assertValid("/play");
  await assertValid(await page.locator("a.can").first().getAttribute("href"));
  await assertValid("/nowhere");
  await choosePace(page, "hand");
  await attack(page);
  await assertValid("/play");
  await press(page, "End turn");
  await assertValid("/play");
  await beginGame(page, server.address, { size: "2", players: "2", seed: "3" });
  await playToTheEnd(page);
  await assertValid("/play");
  await page.leave();
});

// Games that people play together by an invitation link: live, without scripts, over a killed server; permissions.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { assertAccessible, assertValidHtml, prepareForAxe } from "./support/checks.mjs";
import { attack, chooseHex, choosePace, press, standing } from "./support/playing.mjs";
import { lastingPort, startServer } from "./support/server.mjs";

let browser, server, port;
const directory = mkdtempSync(join(tmpdir(), "dice-of-doom-"));
const sessions = join(directory, "games.db");
const settings = "(push 2 *clocks*)"; // seconds that the form offers: else the test of the clock would take half a minute
before(async () => {
  port = await lastingPort();
  [browser, server] = await Promise.all([startBrowser(), startServer("v4", { sessions, port, settings })]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
  rmSync(directory, { recursive: true });
});

/** Lets the person at `page` make a game; returns the invitation link. `fields` are the form's, by name. */
async function makeGame(page, fields = {}) {
  await page.goto(server.address + "/");
  await page.getByRole("link", { name: "With friends" }).click();
  for (const [name, value] of Object.entries({ name: "Ada", size: "3", dice: "4", seat2: "kind", ...fields })) {
    const field = page.locator(`#${name}`);
    if (name === "name") await field.fill(value);
    else await field.selectOption(value);
  }
  await page.getByRole("button", { name: "Make the game" }).click();
  await page.waitForSelector("#game");
  return (await page.locator("#link").count()) ? page.inputValue("#link") : page.url().replace(/\/play$/, "");
}

async function takeSeat(page, link, name = "") {
  await page.goto(link);
  await page.fill("#name", name);
  await page.getByRole("button", { name: "Take a seat" }).click();
  await page.waitForSelector(".seats");
}

/** A page of the host and one of a guest, who play each other and a computer. */
async function twoAtTheTable(fields = {}, options = {}) {
  const [host, guest] = await Promise.all([openPage(browser, options), openPage(browser, options)]);
  const link = await makeGame(host, fields);
  await takeSeat(guest, link, "Bob");
  if (options.javaScriptEnabled === false) await host.goto(link);
  for (const page of [host, guest]) await page.locator(".act").waitFor();
  return { host, guest, link };
}

const record = async (page, link) => (await page.request.get(link + "/record.txt")).text();
const moveOf = async (page) => (await standing(page)).move;

/** Makes a choice for whoever of `pages` is to move, or waits a little. Returns the greatest number of moves that a page shows. */
async function playABit(pages, clicks) {
  const all = await Promise.all(pages.map(standing));
  const [now, page] = all.map((one, i) => [one, pages[i]]).find(([one]) => one.stage === "person") ?? [];
  if (!now) await pages[0].waitForTimeout(30);
  else if (now.canPass && !now.selected && (clicks % 3 === 0 || now.choices.length === 0)) await press(page, "End turn");
  else await chooseHex(page, now.choices[clicks % now.choices.length]);
  return Math.max(...all.map(({ move }) => move));
}

// However slow the machine is: as long as moves are made the game goes on.
async function playToTheEnd(pages) {
  for (let clicks = 0, moves = -1, end = 0; clicks === 0 || Date.now() < end; clicks++) {
    const all = await Promise.all(pages.map(standing));
    if (all.every(({ stage }) => stage === "over")) return;
    const now = await playABit(pages, clicks);
    if (now > moves) [moves, end] = [now, Date.now() + 60_000];
    assert.ok(moves < 1000, "The game does not end.");
  }
  assert.fail("Nobody moves.");
}

test("two browsers and a computer play over a link while the server is killed and started: nothing is lost", async () => {
  const { host, guest, link } = await twoAtTheTable({ clock: "none" });
  const watcher = await openPage(browser);
  await watcher.goto(link);
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/together\/[0-9a-f]{48}$/);
  assert.match(await host.title(), /^● Your turn/);
  assert.match(await guest.title(), /^Ada’s turn/);
  for (const page of [host, guest]) await choosePace(page, "fast");
  let moves = 0;
  for (let kills = 0, clicks = 0; kills < 2; clicks++) {
    const now = await playABit([host, guest], clicks);
    if (now < moves + 4 && (await standing(host)).stage !== "over") continue;
    moves = now;
    const before = await record(host, link);
    await server.kill();
    kills++;
    await host.locator(".prompt", { hasText: "The server does not answer. Trying again." }).or(host.locator('[data-stage="computer"]:not([data-live])')).first().waitFor();
    server = await startServer("v4", { sessions, port, settings });
    const later = await record(host, link);
    assert.ok(later.startsWith(before.slice(0, before.lastIndexOf("))")).trimEnd()), "the same moves, or more by a computer");
    for (const page of [host, guest, watcher]) await page.locator(".prompt:not(:has-text('does not answer'))").waitFor();
  }
  await playToTheEnd([host, guest]);
  const results = await Promise.all([host, guest].map((page) => page.locator(".players li").evaluateAll((all) => all.map((one) => one.dataset.hexes))));
  assert.deepEqual(results[0], results[1]);
  await watcher.locator('#game[data-stage="over"]').waitFor(); // it is shown what it has not seen, quickly
  const game = await host.locator("#game").getAttribute("data-game");
  await guest.getByRole("button", { name: "Rematch" }).click();
  await guest.locator(".notice", { hasText: "You have offered a rematch" }).waitFor();
  await host.locator(".notice", { hasText: "A rematch is offered by Bob." }).waitFor();
  assert.equal(await host.locator("#game").getAttribute("data-game"), game);
  await host.getByRole("button", { name: "Accept the rematch" }).click();
  for (const page of [host, guest, watcher]) await page.locator(`#game:not([data-game="${game}"]) .act`).waitFor();
  assert.match(await guest.title(), /^● Your turn/); // the seats have rotated
  assert.equal(await moveOf(host), 0);
  for (const page of [host, guest, watcher]) await page.leave();
});

test("moves appear to the others without a reload", async () => {
  const { host, guest, link } = await twoAtTheTable();
  const watcher = await openPage(browser, { reducedMotion: "no-preference" });
  await watcher.goto(link);
  for (const page of [guest, watcher]) await page.evaluate(() => (window.same = true));
  await attack(host);
  for (const page of [guest, watcher]) {
    await page.locator('#game[data-move="1"]').waitFor();
    assert.equal(await page.evaluate(() => window.same), true);
  }
  assert.match(await guest.getByRole("status").textContent(), /^Ada (took|attacked) hex/);
  await press(host, "End turn");
  await guest.locator('#game[data-stage="person"]').waitFor();
  assert.match(await guest.title(), /^● Your turn/);
  for (const page of [host, guest, watcher]) page.assertNoFaults();
  for (const page of [host, guest, watcher]) await page.leave();
});

test("moves are accepted only from the current player and the current page", async () => {
  const { host, guest, link } = await twoAtTheTable({}, { javaScriptEnabled: false });
  const stranger = await openPage(browser, { javaScriptEnabled: false });
  const attack = await host.locator('.attacks a[href*="/attack"]').first().getAttribute("href");
  const before = await record(host, link);
  for (const page of [guest, stranger]) {
    const answer = await page.request.get(server.address + attack); // their pages load themselves again, which would interrupt another one
    assert.equal(answer.status(), 403);
    assert.match(await answer.text(), /<p class="notice">[^<]*nothing was done/i);
  }
  assert.equal(await record(host, link), before);
  await host.goto(server.address + attack);
  assert.equal(await moveOf(host), 1);
  const again = await host.goto(server.address + attack);
  assert.equal(again.status(), 409);
  assert.match(await host.locator(".notice").textContent(), /out of date: nothing was changed/);
  assert.equal(await moveOf(host), 1);
  for (const path of ["/join", "/start", "/resign", "/rematch"]) assert.equal((await stranger.request.get(link + path)).status(), 405);
  for (const path of ["/start", "/rematch"]) assert.equal((await stranger.request.post(link + path)).status(), 403);
  const foreign = await guest.request.post(link + "/resign", { headers: { "sec-fetch-site": "cross-site" } });
  assert.equal(foreign.status(), 403);
  for (const page of [host, guest, stranger]) await page.leave();
});

test("links cannot be guessed; seats are given on request", async () => {
  const links = new Set();
  const page = await openPage(browser);
  for (let i = 0; i < 3; i++) links.add((await makeGame(page)).split("/").pop());
  assert.equal(links.size, 3);
  const [token] = links;
  for (const wrong of [token.slice(1), token.replace(/.$/, (c) => (c === "0" ? "1" : "0")), token.toUpperCase(), "shared-" + token, "0".repeat(48)]) {
    const answer = await page.request.get(`${server.address}/together/${wrong}`);
    assert.equal(wrong === token ? 404 : answer.status(), 404, wrong);
  }
  const session = (await page.context().cookies()).find(({ name }) => name.startsWith("session-")).value;
  assert.equal((await page.request.get(`${server.address}/together/${session}`)).status(), 404);
  const guests = await Promise.all([openPage(browser), openPage(browser)]);
  for (const guest of guests) await guest.goto(`${server.address}/together/${token}`);
  await guests[0].getByRole("button", { name: "Take a seat" }).click();
  await guests[0].locator(".act").waitFor();
  await guests[1].locator(".act").waitFor(); // the game began: the page shows it, and the link watches
  assert.ok(await guests[1].getByText("You are watching.").isVisible());
  for (const one of [page, ...guests]) await one.leave();
});

test("without scripts: waiting pages reload themselves, and a game can be played", async () => {
  const { host, guest, link } = await twoAtTheTable({ seat2: "nobody" }, { javaScriptEnabled: false });
  await attack(host);
  await press(host, "End turn");
  await guest.locator('#game[data-stage="person"]').waitFor(); // by itself
  await attack(guest);
  await guest.goto(link);
  await guest.locator(".table summary", { hasText: "Resign" }).click();
  await guest.getByRole("button", { name: "Yes, I resign" }).click();
  await guest.getByText("You are watching.").waitFor();
  await host.getByText("resigned, a computer plays").waitFor();
  await host.locator('#game:not([data-stage="computer"])').waitFor(); // the computer has played on
  for (const page of [host, guest]) page.assertNoFaults(403, 409);
  for (const page of [host, guest]) await page.leave();
});

test("two tabs, a second device, back, and reload", async () => {
  const { host, guest, link } = await twoAtTheTable();
  await host.locator(".links summary").click();
  const own = await host.inputValue("#own-link");
  const tablet = await openPage(browser);
  await tablet.goto(own);
  assert.equal((await standing(host)).stage, "person");
  await tablet.getByRole("button", { name: "Play here as Ada" }).click();
  await tablet.locator('#game[data-stage="person"]').waitFor();
  const tab = await host.context().newPage();
  await tab.goto(link);
  const chosen = await chooseHex(tablet, (await standing(tablet)).choices[0]);
  await tablet.reload();
  assert.deepEqual(await standing(tablet), chosen);
  await chooseHex(tablet, chosen.choices[0]);
  for (const page of [host, tab, guest]) await page.locator('#game[data-move="1"]').waitFor();
  await tablet.goBack();
  await tablet.waitForTimeout(200);
  assert.equal(await moveOf(tablet), 1);
  await press(tab, "End turn");
  for (const page of [host, tablet]) await page.locator('#game[data-move="2"]').waitFor();
  await guest.locator('#game[data-stage="person"]').waitFor();
  for (const page of [host, guest, tablet]) await page.leave();
});

test("the host may start before everyone has joined; typed names are kept", async () => {
  const [host, guest] = await Promise.all([openPage(browser), openPage(browser)]);
  const link = await makeGame(host, { seat1: "friend", seat2: "friend", seat3: "friend" });
  assert.match(await host.locator("h1").textContent(), /Waiting for 3 friends/);
  const typing = await openPage(browser);
  await typing.goto(link);
  await typing.fill("#name", "Half a na");
  await takeSeat(guest, link, "Bob");
  await typing.locator(".seats", { hasText: "Bob" }).waitFor();
  assert.equal(await typing.inputValue("#name"), "Half a na");
  await host.locator("h1", { hasText: "Waiting for 2 friends" }).waitFor();
  await host.getByRole("button", { name: "Start now" }).click();
  for (const page of [guest, typing]) await page.locator(".act").waitFor();
  const computers = host.locator(".seats li", { hasText: "computer, Steady" });
  await computers.nth(1).waitFor(); // each page hears of it in its own time
  assert.equal(await computers.count(), 2);
  for (const page of [host, guest, typing]) await page.leave();
});

test("late players lose the turn, then are marked away and return by a click", async () => {
  const [host, guest] = await Promise.all([openPage(browser), openPage(browser)]);
  await host.addInitScript(() => {
    window.notices = [];
    new MutationObserver(() => window.notices.push(...[...document.querySelectorAll(".notice")].map(({ textContent }) => textContent)))
      .observe(document, { subtree: true, childList: true });
  });
  await takeSeat(guest, await makeGame(host, { clock: "2", seat2: "nobody" }), "Bob");
  await guest.locator(".clock", { hasText: /^0:0\d for this move$/ }).waitFor();
  await host.waitForFunction(() => window.notices.some((notice) => notice.startsWith("You were late: your turn was ended."))); // it soon says another thing
  await guest.locator(".seats li", { hasText: "away, a computer plays" }).first().waitFor();
  await host.locator(".notice", { hasText: "You were away: a computer plays for you." }).waitFor();
  await host.getByRole("button", { name: "Play on" }).click();
  await host.locator(".seats li", { hasText: "you" }).waitFor();
  for (const page of [host, guest]) await page.leave();
});

/** Asserts that all can use what `page` shows, which is `what`: that it is no wider than the window, and HTML without errors. */
async function assertForEverybody(page, what) {
  await assertAccessible(page, what);
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `${what} is ${wide} wide`);
  await assertValidHtml(page, page.url());
}

for (const [colorScheme, viewport] of [["light", { width: 1280, height: 800 }], ["dark", { width: 375, height: 812 }]]) {
  test(`each page is accessible: ${colorScheme}, ${viewport.width} pixels wide`, colorScheme === "light" ? long : {}, async () => {
    const options = { colorScheme, viewport, bypassCSP: true };
    const [host, guest] = await Promise.all([openPage(browser, options), openPage(browser, options)]);
    for (const page of [host, guest]) await prepareForAxe(page);
    await host.goto(server.address + "/together");
    await assertForEverybody(host, "the form");
    const link = await makeGame(host, { size: "2", dice: "3", seat2: "nobody", clock: "none" });
    await assertForEverybody(host, "the host waits");
    await guest.goto(link);
    await assertForEverybody(guest, "the invitation");
    await takeSeat(guest, link, "Bob with a name of some length");
    await host.locator(".act").waitFor();
    for (const summary of await host.locator(".table summary").all()) await summary.click();
    await assertForEverybody(host, "the one to move");
    await assertForEverybody(guest, "the one who waits");
    await host.goto(await host.inputValue("#own-link"));
    await assertForEverybody(host, "the own link");
    if (colorScheme === "light") {
      await host.goto(link);
      await playToTheEnd([host, guest]);
      await assertForEverybody(host, "the end");
    }
    for (const page of [host, guest]) await page.leave();
  });
}

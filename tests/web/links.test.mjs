// Links that people send: what other programs show beside them, the invitation, and the game after its end.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { assertAccessible, assertValidHtml, prepareForAxe } from "./support/checks.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  // The same boards and dice in each run.
  [browser, server] = await Promise.all([startBrowser(), startServer("v4", { settings: "(setf *chance* (tessera:seed-random-state 1))" })]);
});
after(() => Promise.all([browser.close(), server.stop()]));

const rsvg = ["/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].some((directory) => existsSync(`${directory}/librsvg-2.so.2`));

/** The properties og:... of the page at `address`, by name. */
async function cardOf(address, headers = {}) {
  const html = await (await fetch(address, { headers })).text();
  return Object.fromEntries([...html.matchAll(/<meta property="og:([^"]*)" content="([^"]*)">/g)].map(([, name, content]) => [name, content]));
}

/** Lets Anna make a game for herself and a friend, with the fields of the form; returns the page and the link. */
async function invitation(fields = {}, options = {}) {
  const page = await openPage(browser, options);
  await page.goto(server.address + "/together");
  await page.fill("#name", "Anna");
  for (const [name, value] of Object.entries({ size: "3", dice: "4", seat2: "nobody", ...fields })) await page.selectOption(`#${name}`, value);
  await page.getByRole("button", { name: "Make the game" }).click();
  await page.waitForSelector("#link");
  return { page, link: await page.inputValue("#link") };
}

test("links say what they lead to, with a picture under the name that was asked for", async () => {
  const { page, link } = await invitation();
  for (const [address, title] of [["/", "Dice of Doom"], ["/today", /^The board of \d{4}-\d\d-\d\d$/], ["/puzzle?n=3", "Win in two turns"],
    ["/position?at=4.2.2.5.0.t.DIIM", "Your move?"], [new URL(link).pathname, "Anna invites you"]]) {
    const card = await cardOf(server.address + address);
    assert.match(card.title, title instanceof RegExp ? title : new RegExp(`^${title.replace("?", "\\?")}$`), address);
    assert.ok(card.description.length > 20, address);
    if (!rsvg) continue;
    assert.ok(card.image.startsWith(server.address + "/board.png?"), address);
    const answer = await fetch(card.image);
    assert.equal(answer.headers.get("content-type"), "image/png");
    const data = new DataView(await answer.arrayBuffer());
    assert.equal(data.getUint32(0), 0x89504e47);
    assert.deepEqual([data.getUint32(16), data.getUint32(20)], [1200, 630]);
  }
  const named = await cardOf(server.address + "/", { "x-forwarded-host": "dice.example", "x-forwarded-proto": "https" });
  if (rsvg) assert.ok(named.image.startsWith("https://dice.example/board.png?at="));
  for (const wrong of ["", "?at=x", "?puzzle=99", "?at=5.99.3.5.0.t.DIMI"]) assert.equal((await fetch(server.address + "/board.png" + wrong)).status, 400, wrong);
  await page.leave();
});

for (const [kind, options] of [["with scripts", {}], ["without scripts", { javaScriptEnabled: false }], ["on a phone", { viewport: { width: 375, height: 700 }, hasTouch: true }]]) {
  test(`an invitation names the host, shows the three steps, and lets watch or play: ${kind}`, async () => {
    const { page, link } = await invitation({}, { javaScriptEnabled: options.javaScriptEnabled });
    const guest = await openPage(browser, { bypassCSP: true, ...options });
    if (options.javaScriptEnabled !== false) await prepareForAxe(guest);
    await guest.goto(link);
    assert.equal(await guest.locator("h1").textContent(), "Anna invites you");
    assert.equal(await guest.locator(".steps svg").count(), 3);
    if (options.javaScriptEnabled !== false) await assertAccessible(guest, "an invitation");
    await assertValidHtml(guest, link);
    await guest.getByRole("link", { name: "Watch" }).click();
    await guest.getByText("The game appears here when it begins.").waitFor();
    await page.goto(link);
    await page.getByText("not here").or(page.getByText("free")).first().waitFor();
    await guest.getByRole("link", { name: "Take a seat" }).click();
    await guest.getByRole("button", { name: "Take a seat" }).click();
    await guest.locator(".seats, .act").first().waitFor();
    assert.ok((await guest.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    guest.assertNoFaults();
    await Promise.all([page.leave(), guest.leave()]);
  });
}

test("who only watches sees the game begin", async () => {
  const { page, link } = await invitation();
  const watcher = await openPage(browser);
  await watcher.goto(link + "/play?watch=1");
  await page.getByRole("button", { name: "Start now" }).click();
  await watcher.locator(".act").waitFor();
  await watcher.getByText("You are watching.").waitFor();
  watcher.assertNoFaults();
  await Promise.all([page.leave(), watcher.leave()]);
});

test("a game with friends can be replayed and analysed by anybody with the link", async () => {
  const { page, link } = await invitation({ size: "2" });
  const guest = await openPage(browser);
  await guest.goto(link);
  await guest.getByRole("button", { name: "Take a seat" }).click();
  await guest.locator(".act").waitFor();
  await page.locator('.act:has-text("Your turn")').waitFor();
  await page.locator("#game a.can").first().click();
  await page.locator("#game a.aim").first().click();
  await page.locator('#game[data-move="1"]').waitFor();
  await guest.getByText("Resign", { exact: true }).click();
  await guest.getByRole("button", { name: "Yes, I resign" }).click();
  await page.locator('#game[data-stage="over"]').waitFor();
  const stranger = await openPage(browser);
  await stranger.goto(link);
  await stranger.getByRole("link", { name: "Analysis" }).click();
  await stranger.locator(".skill").waitFor({ timeout: 60_000 });
  assert.equal(new URL(stranger.url()).pathname, new URL(link).pathname + "/replay");
  await stranger.getByRole("link", { name: "The decisive moment: move 1" }).click();
  await stranger.locator('#replay[data-at="1"]').waitFor();
  const card = await cardOf(stranger.url());
  assert.match(card.title, / won$/);
  if (rsvg) assert.match(card.image, /\/board\.png\?at=/);
  await stranger.locator('.scrubber [data-key="Home"]').click();
  await stranger.locator('#replay[data-at="0"]').waitFor();
  assert.equal(new URL(stranger.url()).pathname, new URL(link).pathname + "/replay");
  for (const one of [page, guest, stranger]) {
    one.assertNoFaults();
    await one.leave();
  }
});

test("the device's way of sharing is offered where there is one", async () => {
  const { page } = await invitation();
  assert.ok(await page.locator(".share").isHidden());
  const other = await openPage(browser);
  await other.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async (what) => (window.shared = what);
  });
  await other.goto(server.address + "/together");
  await other.getByRole("button", { name: "Make the game" }).click();
  await other.getByRole("button", { name: "Share" }).click();
  await other.waitForFunction(() => window.shared);
  assert.deepEqual(await other.evaluate(() => window.shared), { url: await other.inputValue("#link") });
  await Promise.all([page.leave(), other.leave()]);
});

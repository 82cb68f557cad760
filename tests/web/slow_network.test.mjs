// Late and missing answers: clicks meanwhile are carried out, once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, changed, chooseHex, choosePace, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

/** Holds up the next request for `path`. Returns { arrived, letGo }: a promise of its arrival, and what lets it go on, or fail. */
async function holdUp(page, path) {
  let arrive, letGo;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const free = new Promise((resolve) => (letGo = resolve));
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      arrive();
      if ((await free) === "fail") await route.abort();
      else await route.continue();
    },
    { times: 1 },
  );
  return { arrived, letGo };
}

/** Begins a game and makes an attack, so that the turn can be ended. */
async function beginAndAttack(page, fields) {
  await beginGame(page, server.address, fields);
  return attack(page);
}

function countRequests(page, path) {
  const seen = { count: 0 };
  page.on("request", (request) => (seen.count += new URL(request.url()).pathname === path ? 1 : 0));
  return seen;
}

test("skipping works while a move of the computer is being requested", async () => {
  const page = await openPage(browser);
  await beginAndAttack(page, { seed: "12" });
  await choosePace(page, "fast");
  const next = await holdUp(page, "/next");
  await press(page, "End turn");
  await next.arrived;
  const skipped = page.waitForRequest((request) => new URL(request.url()).pathname === "/skip");
  await page.locator('[data-key="s"]').click();
  next.letGo();
  await skipped;
  page.assertNoFaults();
  await page.leave();
});

test("an attack chosen while a failed request is repeated is made", async () => {
  const page = await openPage(browser);
  const begun = await beginAndAttack(page, { seed: "12" });
  const again = await holdUp(page, "/play"); // the latest route comes first
  const failing = await holdUp(page, "/play");
  failing.letGo("fail");
  await page.locator(`#game a[data-hex="${begun.choices[0]}"]`).click({ force: true });
  await page.locator(".prompt", { hasText: "The server does not answer. Trying again." }).waitFor();
  await again.arrived;
  await page.locator(".attacks summary").click();
  await page.locator('details a[href^="/attack"]').first().click();
  assert.equal(await page.locator('#game[aria-busy="true"]').count(), 1);
  again.letGo();
  const now = await changed(page, begun);
  assert.equal(now.move, begun.move + 1);
  await page.leave();
});

test("the latest click replaces the queued one", async () => {
  const page = await openPage(browser);
  const begun = await beginAndAttack(page, { seed: "12" });
  const [first, second] = begun.choices.map((hex) => page.locator(`#game a[data-hex="${hex}"]`));
  let arrive, fail;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const failed = new Promise((resolve) => (fail = resolve));
  await page.route(
    (url) => url.searchParams.get("by") === "script",
    async (route) => {
      arrive();
      await failed;
      await route.abort();
    },
  );
  const failing = await holdUp(page, "/play");
  failing.letGo("fail");
  await first.click({ force: true }); // fails, and the script asks again
  await arrived;
  await first.click({ force: true }); // kept
  const selections = [];
  page.on("request", (request) => request.url().includes("by=person") && selections.push(request.url()));
  const refused = page.waitForEvent("requestfailed");
  fail();
  await refused;
  await page.locator(".prompt", { hasText: "Trying again." }).waitFor();
  await second.click({ force: true });
  const now = await changed(page, begun);
  await page.waitForTimeout(200);
  assert.equal(now.selected, begun.choices[1]);
  assert.equal(selections.length, 1);
  await page.leave();
});

test("a slow step shows that it is busy", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const begun = await standing(page);
  const choice = await holdUp(page, "/play");
  await page.locator(`#game a[data-hex="${begun.choices[0]}"]`).click({ force: true });
  await choice.arrived;
  assert.equal(await page.locator('#game[aria-busy="true"]').count(), 1);
  choice.letGo();
  await changed(page, begun);
  assert.equal(await page.locator("#game[aria-busy]").count(), 0);
  await page.leave();
});

test("two windows show one game during the computer's moves without errors", async () => {
  const page = await openPage(browser);
  await beginAndAttack(page, { seed: "12" });
  const other = await page.context().newPage();
  const stale = [];
  for (const one of [page, other]) one.on("response", (answer) => answer.status() === 409 && stale.push(answer.url()));
  await choosePace(page, "fast");
  await press(page, "End turn");
  await other.goto(server.address + "/play");
  for (const one of [page, other]) await one.locator('#game[data-stage="person"], #game[data-stage="over"]').waitFor();
  assert.deepEqual(stale, []);
  assert.equal(await page.locator(".notice").count(), 0);
  await page.leave();
});

test("a double click attacks once", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const source = await chooseHex(page, (await standing(page)).choices[0]);
  const attacks = countRequests(page, "/attack");
  const attack = await holdUp(page, "/attack");
  const target = page.locator(`#game a[data-hex="${source.choices[0]}"]`);
  await target.click({ force: true });
  await attack.arrived;
  await target.click({ force: true });
  attack.letGo();
  const now = await changed(page, source);
  assert.equal(now.move, source.move + 1);
  assert.equal(now.selected, null);
  assert.equal(attacks.count, 1);
  page.assertNoFaults();
  await page.leave();
});

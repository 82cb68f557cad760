// Without JavaScript: links and forms alone, old pages, the back button.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { assertWinnerShown, attack, beginGame, chooseHex, playToTheEnd, press, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, v3, v4;
before(async () => {
  [browser, v3, v4] = await Promise.all([startBrowser(), startServer("v3"), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), v3.stop(), v4.stop()]);
});

const withoutScripts = { javaScriptEnabled: false };

for (const version of ["v3", "v4"]) {
  test(`${version}: a whole game`, version === "v3" ? long : {}, async () => {
    const page = await openPage(browser, withoutScripts);
    await beginGame(page, (version === "v3" ? v3 : v4).address, { size: "3", players: "2", seed: "4" });
    assert.equal(await page.locator("#pace").isVisible(), false);
    await playToTheEnd(page);
    await assertWinnerShown(page);
    page.assertNoFaults();
    await page.leave();
  });
}

test("the computer's moves are shown one by one", async () => {
  const page = await openPage(browser, withoutScripts);
  await beginGame(page, v4.address, { seed: "12" });
  await attack(page);
  let now = await press(page, "End turn");
  assert.equal(now.stage, "computer");
  const { move } = now;
  now = await press(page, "Next move");
  assert.equal(now.move, move + 1);
  await page.leave();
});

test("a page that skips the strong computer's moves reloads by itself", async () => {
  const page = await openPage(browser, withoutScripts);
  await beginGame(page, v4.address, { size: "4", players: "2", level: "strong", seed: "6" });
  await attack(page);
  await press(page, "End turn");
  await page.locator('[data-key="s"]').click();
  await page.locator('#game:not([data-stage="computer"])').waitFor();
  await page.leave();
});

test("repeated links, old pages and the back button do no harm", async () => {
  const page = await openPage(browser, withoutScripts);
  await beginGame(page, v4.address, { seed: "12" });
  const source = await chooseHex(page, (await standing(page)).choices[0]);
  const attack = await page.locator(`[data-hex="${source.choices[0]}"]`).getAttribute("href");
  await chooseHex(page, source.choices[0]);
  const attacked = await standing(page);
  assert.equal(attacked.move, 1);

  const twice = await page.goto(v4.address + attack);
  assert.equal(twice.status(), 409);
  assert.match(await page.locator(".notice").textContent(), /nothing was changed/);
  assert.deepEqual(await standing(page), attacked);

  await page.goBack(); // the page after the attack
  assert.deepEqual(await standing(page), attacked);
  await page.goBack(); // the page where the target was chosen
  assert.equal((await standing(page)).move, 1);
  await page.reload();
  assert.equal((await standing(page)).move, 1);
  await page.goto(v4.address + "/play");
  assert.deepEqual(await standing(page), attacked);
  await page.leave();
});

test("links of an outdated page are reported as outdated", async () => {
  const page = await openPage(browser, withoutScripts);
  await beginGame(page, v4.address, { seed: "12" });
  const old = await page.context().newPage();
  await old.goto(page.url());
  await attack(page);
  await old.locator("#game a.can").first().click({ force: true });
  await old.waitForSelector(".notice");
  assert.deepEqual(await standing(old), await standing(page));
  await page.leave();
});

test("invalid requests get an explanatory page", async () => {
  const page = await openPage(browser, withoutScripts);
  await beginGame(page, v4.address, { size: "5", seed: "12" });
  await attack(page); // a game is kept from its first move on
  for (const [path, status] of [
    ["/play?from=999", 409],
    ["/nowhere", 404],
    ["/new?size=5", 405],
  ]) {
    const answer = await page.goto(v4.address + path);
    assert.equal(answer.status(), status);
    if (status === 405) assert.equal(answer.headers().allow, "POST");
    assert.ok((await page.locator("main").textContent()).length > 20);
  }
  const link = await page.goto(v4.address + "/play").then(() => page.locator("a.can").first().getAttribute("href"));
  assert.equal((await page.goto(v4.address + link.replace(/from=\d+/, "from=999"))).status(), 400);
  assert.match(await page.locator(".message").textContent(), /from must be a number from 0 to 24/);
  const form = (fields) => page.request.post(v4.address + "/new", { form: { level: "book", ...fields }, maxRedirects: 0 });
  assert.equal((await form({ size: "1000", players: "2" })).status(), 400);
  assert.equal((await form({ size: "3", players: "-1" })).status(), 400);
  await page.getByText("To the game").click();
  assert.equal((await standing(page)).move, 1);
  await page.leave();
});

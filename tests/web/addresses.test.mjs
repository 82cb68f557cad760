// Addresses: a choice has its own, so that reloading keeps it and going back undoes it; sizes and caching of pages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, chooseHex, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

test("a reload keeps the chosen hex, back undoes the choice, forward repeats it", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const begun = await standing(page);
  const chosen = await chooseHex(page, begun.choices[0]);
  await page.reload();
  assert.deepEqual(await standing(page), chosen);
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector(".sel"));
  assert.deepEqual(await standing(page), begun);
  await page.goForward();
  await page.waitForSelector(".sel");
  assert.deepEqual(await standing(page), chosen);
  page.assertNoFaults();
  await page.leave();
});

test("after an attack, back shows the current game, and the history has one entry", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const entries = await page.evaluate(() => history.length);
  for (let attacks = 0; attacks < 2; attacks++) await attack(page);
  const now = await standing(page);
  assert.equal(now.move, 2);
  assert.equal(new URL(page.url()).search, "");
  assert.ok((await page.evaluate(() => history.length)) <= entries + 1);
  await page.goBack();
  await page.waitForTimeout(100);
  assert.deepEqual(await standing(page), now);
  await page.reload();
  assert.deepEqual(await standing(page), now);
  page.assertNoFaults();
  await page.leave();
});

test("the chosen hex is kept while another page is visited", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  const chosen = await chooseHex(page, (await standing(page)).choices[0]);
  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByRole("heading", { name: "Rules" }).waitFor();
  await page.goBack();
  await page.waitForSelector("#game");
  assert.deepEqual(await standing(page), chosen);
  await page.leave();
});

/** What is sent, headers included, until `page` shows `path` with all that it loads, in bytes by address. */
async function weights(page, path) {
  const network = await page.context().newCDPSession(page);
  const names = {}, sizes = {};
  network.on("Network.responseReceived", ({ requestId, response }) => (names[requestId] = new URL(response.url).pathname));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => (sizes[names[requestId]] = (sizes[names[requestId]] ?? 0) + encodedDataLength));
  await network.send("Network.enable");
  await network.send("Network.clearBrowserCache");
  await page.goto(server.address + path);
  await page.waitForTimeout(400); // what scripts load; the network is never idle where a request is held
  await network.detach();
  return sizes;
}

/** Makes a game with a friend at a browser of its own. Returns the path of its page. */
async function makeTable() {
  const page = await openPage(browser);
  await page.goto(server.address + "/together");
  await page.getByRole("button", { name: "Make the game" }).click();
  const link = await page.inputValue("#link");
  await page.leave();
  return new URL(link).pathname;
}

test("page sizes: at most 26 KiB at first view, 2 kB if nothing has changed", async () => {
  const most = 26 * 1024 - 2500; // the service worker and the page that it keeps are not counted here
  const page = await openPage(browser);
  const paths = ["/", "/today", "/play?size=6&players=8&seed=1", "/decision", "/puzzle?n=1", "/tables", await makeTable()];
  for (const language of ["en", "zh", "ja"]) {
    await page.context().addCookies([{ name: "language", value: language, url: server.address }]);
    for (const path of paths) {
      const sizes = await weights(page, path);
      const total = Object.values(sizes).reduce((a, b) => a + b);
      assert.ok(Object.keys(sizes).length >= 7);
      assert.ok(total <= most, `the first view of ${path} takes ${total} bytes, ${language}: ${JSON.stringify(sizes)}`);
    }
  }
  page.assertNoFaults();
  await page.leave();
  const missing = await fetch(server.address + "/nowhere");
  assert.equal(missing.status, 404);
  const text = await missing.text();
  assert.ok(text.length < 2000, `a page that says that there is none takes ${text.length} bytes`);
});

test("files are cached permanently at the address of their version only", async () => {
  const html = await (await fetch(server.address + "/")).text();
  const address = html.match(/href="(\/v-[^"]*style.css)"/)[1];
  const control = async (path) => (await fetch(server.address + path)).headers.get("cache-control");
  assert.match(await control(address), /immutable/);
  assert.match(await control("/style.css"), /^max-age=600$/);
  assert.match(await control("/v-other/style.css"), /^max-age=600$/);
});

// Settings that the browser keeps: sounds, which are off by default, and keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { attack, beginGame, changed, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

// Counts in the page what is sounded.
function listen() {
  window.sounded = 0;
  for (const make of ["createBufferSource", "createOscillator"]) {
    const old = AudioContext.prototype[make];
    AudioContext.prototype[make] = function () {
      window.sounded++;
      return old.call(this);
    };
  }
}

test("sounds are off by default; once on, attacks sound, also on later pages", async () => {
  const page = await openPage(browser, { reducedMotion: "no-preference" });
  await page.addInitScript(listen);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await beginGame(page, server.address, { seed: "12" });
  await attack(page);
  assert.equal(asked.filter((path) => path.endsWith("sound.js")).length, 0);
  assert.equal(await page.evaluate(() => window.sounded), 0);
  await page.getByText("Settings").click();
  await page.getByLabel("Sounds").check();
  await page.waitForFunction(() => window.sounded > 0);
  await page.reload();
  assert.ok(await page.locator("#sound").isChecked());
  await attack(page);
  await page.waitForFunction(() => window.sounded >= 9); // dice rattle
  page.assertNoFaults();
  await page.leave();
});

test("keys can be switched off, except arrows, Enter and Escape", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12" });
  await attack(page);
  await page.getByText("Settings").click();
  await page.getByLabel(/^Letter keys/).uncheck();
  await page.locator(".round h2").click();
  assert.equal(await page.locator(".settings[open]").count(), 0);
  const before = await standing(page);
  await page.keyboard.press("e");
  await page.waitForTimeout(200);
  assert.deepEqual(await standing(page), before);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const chosen = await changed(page, before);
  assert.ok(chosen.selected);
  await page.keyboard.press("Escape");
  await changed(page, chosen);
  await page.leave();
});

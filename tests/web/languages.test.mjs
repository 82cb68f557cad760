// The pages in each language, chosen by the browser or the visitor; all fit a phone's width.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { importFinished } from "./support/finished.mjs";
import { chooseHex, choosePace, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

const game = "6.3.5.1.steady.12.a";
const pages = ["/", `/play?game=${game}`, "/rules", "/puzzles", "/puzzle?n=1", "/puzzle?n=1&help=1", "/statistics", "/position?at=4.4.3.5.0.t.AAIJIIQQSSBBCCKK", "/nowhere"];

// What sticks out of the page, or of its own box: words that are wider than where they stand. Runs in the browser.
function tooWide() {
  const wide = document.documentElement.clientWidth;
  const faults = document.documentElement.scrollWidth > wide ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  for (const element of document.querySelectorAll("a, button, h1, h2, p, summary, label, th, td, dt, dd, b, span")) {
    const { left, right, width } = element.getBoundingClientRect();
    if (!width || element.closest("svg, .unseen, .moves, [hidden], details:not([open])")) continue;
    if (right > wide + 0.5 || left < -0.5) faults.push(`${element.tagName} ${element.textContent.slice(0, 30)}: ${left} to ${right}`);
    if (element.matches("a, button, h1") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth) faults.push(`${element.tagName} ${element.textContent.slice(0, 30)} runs over`);
  }
  return faults;
}

test("no page scrolls sideways at 320 pixels, where texts enlarged to 400 % end on a desktop", async () => {
  for (const locale of ["en", "zh-CN", "zh-TW", "ja-JP"]) {
    const page = await openPage(browser, { locale, viewport: { width: 320, height: 640 } });
    for (const path of ["/", `/play?game=${game}`, "/today", "/tables", "/decision", ...pages.slice(2)]) {
      await page.goto(server.address + path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, `${locale} ${path}`);
    }
    await page.leave();
  }
});

for (const locale of ["en", "zh-CN", "zh-TW", "ja-JP"]) {
  test(`${locale}: every page fits a phone's width`, locale === "zh-TW" ? long : {}, async () => {
    const page = await openPage(browser, { locale, viewport: { width: 375, height: 740 }, hasTouch: true });
    for (const path of pages) {
      await page.goto(server.address + path);
      for (const fold of await page.locator("details:not(.settings) > summary").all()) await fold.click();
      assert.equal(await page.locator("html").getAttribute("lang"), locale === "zh-TW" ? "zh-hant" : locale.slice(0, 2));
      assert.deepEqual(await page.evaluate(tooWide), [], path);
    }
    await page.goto(server.address + `/play?game=${game}`);
    await page.locator('[data-key="h"]').click();
    await page.locator(".arrow.won").waitFor();
    assert.deepEqual(await page.evaluate(tooWide), [], "a hint");
    await page.locator(".settings summary").click();
    assert.deepEqual(await page.evaluate(tooWide), [], "the settings");
    await page.locator(".settings summary").click();
    await choosePace(page, "hand"); // so that there is something to skip
    await chooseHex(page, (await standing(page)).choices[0]);
    await page.locator('[data-key="u"]').waitFor();
    await page.locator('[data-key="e"]').click();
    await page.locator('[data-key="s"]').click();
    await page.locator('#game[data-stage="person"]').waitFor();
    assert.deepEqual(await page.evaluate(tooWide), [], "the game");
    await importFinished(page, server.address);
    assert.deepEqual(await page.evaluate(tooWide), [], "the analysis");
    await page.goto(server.address + "/play");
    assert.deepEqual(await page.evaluate(tooWide), [], "the end");
    page.assertNoFaults(404);
    await page.leave();
  });
}

test("changing the language keeps the page, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openPage(browser, { locale: "fr-FR", javaScriptEnabled });
    await page.goto(server.address + "/rules");
    assert.equal(await page.locator("h1").textContent(), "Rules");
    await page.getByRole("link", { name: "日本語" }).click();
    await page.locator("html[lang=ja]").waitFor();
    assert.equal(await page.locator("h1").textContent(), "ルール");
    assert.equal(new URL(page.url()).pathname, "/rules");
    await page.goto(server.address + "/");
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    await page.getByRole("link", { name: "English" }).click();
    await page.locator("html[lang=en]").waitFor();
    page.assertNoFaults();
    await page.leave();
  }
});

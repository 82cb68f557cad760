// The book's own page, /game.html: links, words and a timer, as chapters 19 and 20 have it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./support/browser.mjs";
import { visiblePoint } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

const small = "(setf *board-size* 3 *board-hexnum* 9)";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
});

/** Makes the page wait less than the five seconds that the book's page waits after the computer's moves. */
async function hurry(page) {
  await page.addInitScript(() => {
    const wait = window.setTimeout;
    window.setTimeout = (what, milliseconds, ...rest) => wait(what, Math.min(milliseconds, 20), ...rest);
  });
}

/** Plays on the book's page to its end. */
async function playTextGame(page, address) {
  await page.goto(address + "/game.html");
  for (let looks = 0; looks < 3000; looks++) {
    const text = await page.locator("center").textContent();
    if (/play again/.test(text)) return text;
    if (/The computer has moved/.test(text)) await page.waitForTimeout(30);
    else if (/continue/.test(text)) await page.getByText("continue").click();
    else if (/pass/.test(text)) await page.getByText("pass").click();
    else await page.mouse.click(...(await visiblePoint(page.locator("svg a").first())));
  }
  return assert.fail("The game does not end.");
}

for (const version of ["v3", "v4"]) {
  test(`${version}: a whole game`, async () => {
    const server = await startServer(version, { settings: small });
    const page = await openPage(browser);
    await hurry(page);
    assert.match(await playTextGame(page, server.address), /Welcome to DICE OF DOOM!.*(The winner is [a-d]|a tie between)/s);
    await page.getByText("play again").click();
    assert.match(await page.locator("center").textContent(), /choose a hex|The winner|a tie/);
    page.assertNoFaults();
    await page.leave();
    await server.stop();
  });
}

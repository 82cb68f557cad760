// How soon a page of the site can be used: node tests/bench/site.mjs [ROUNDS [SITE...]]
// Prints milliseconds from the navigation until the playground is ready and until (+ 1 2) has its answer, by the page's
// own clock: in new browsers, and at their later visits. With several sites, takes them in turns. Then Lighthouse's
// scores, if `npm install --global lighthouse` has been run.
import { execFileSync } from "node:child_process";
import { site as built, serve } from "../wasm/support/pages.mjs";
import { openPage, startBrowser } from "../web/support/browser.mjs";

const [rounds = 5, ...given] = process.argv.slice(2);
const sites = given.length > 0 ? given : [built];
const visits = 4, stay = 9000;  // milliseconds; pages let the browser keep compiled code when they are no longer new
const pages = ["", "lessons/18.html", "lessons/tour.html", "manual/conses.html"];

/** Runs in the page: notes when the playground is ready, and when the first value is shown. */
function watch() {
  const times = globalThis.times = {};
  const look = () => {
    if (!times.ready && document.getElementById("status")?.textContent === "Ready") times.ready = performance.now();
    if (!times.answer && document.querySelector("#transcript .value")) times.answer = performance.now();
  };
  addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true }));
}

/** Returns [ready, answer] of a visit: the answer's time is without the one that typing took. */
async function visit(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForFunction(() => globalThis.times?.ready);
  await page.locator("#editor .cm-content").fill("(+ 1 2)");
  const asked = await page.evaluate(() => {
    const now = performance.now();
    document.getElementById("run").click();
    return now;
  });
  await page.waitForFunction(() => globalThis.times.answer);
  const { ready, answer } = await page.evaluate(() => globalThis.times);
  await page.waitForTimeout(stay);
  return [ready, ready + answer - asked];
}

const median = (numbers) => Math.round(numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]);
const browser = await startBrowser();
const measured = await Promise.all(sites.map(async (site) => ({ site, ...await serve(site, "/", true), first: [], later: [] })));
for (let round = 0; round < rounds; round++) {
  for (const { address, first, later } of measured) {
    const page = await openPage(browser, { serviceWorkers: "allow" });
    await page.addInitScript(watch);
    for (let i = 0; i < visits; i++) (i === 0 ? first : later).push(await visit(page, address));
    await page.context().close();
  }
}
await browser.close();
for (const { site, first, later } of measured) {
  const both = (times) => [0, 1].map((i) => `${median(times.map((time) => time[i]))} (${Math.round(Math.min(...times.map((time) => time[i])))})`).join(", answer ");
  console.log(`${site}: median and minimum, ms: first visit: ready ${both(first)}; later: ready ${both(later)}`);
}
for (const { address } of measured) {
  for (const path of pages) {
    try {
      const report = execFileSync("lighthouse", [address + path, "--quiet", "--output=json", "--chrome-flags=--headless=new --no-sandbox"], { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 });
      console.log(`${path || "playground"}: ${Object.values(JSON.parse(report).categories).map(({ id, score }) => `${id} ${score}`).join(", ")}`);
    } catch (problem) {
      console.log(problem.code === "ENOENT" ? "Lighthouse is not installed" : `${path}: ${problem.message}`);
    }
  }
}
measured.forEach(({ stop }) => stop());

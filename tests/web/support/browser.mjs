// Debian's chromium or firefox, and pages whose faults make a test fail.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium, firefox } from "playwright-core";

const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.CHROMIUM ?? places.find(existsSync);

const foxes = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Options of tests that run only in the long form of tests/run.sh, for what another test covers in most respects. */
export const long = { skip: process.env.TESSERA_LONG ? false : "tests/run.sh --long runs this" };

/** The path of Firefox; undefined if it is not installed. */
export const firefoxPath = process.env.FIREFOX ?? foxes.find(existsSync);

/**
 * Starts Firefox as it is, spoken to by WebDriver BiDi: Playwright's own is another one. BiDi knows no contexts without motion or scripts, and no fingers: so
 * the browser is one without motion.
 */
export async function startFirefox() {
  return firefox.launch({ channel: "moz-firefox", executablePath: firefoxPath, firefoxUserPrefs: { "ui.prefersReducedMotion": 1 } });
}

/** Starts the browser. Without one the tests fail: bash tests/run.sh installs it. */
export async function startBrowser() {
  assert.ok(executablePath, "There is no chromium: bash tests/run.sh installs it.");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

/** Options of `openPage` for a phone. */
export const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true };

/**
 * Opens a page in a context of its own, with its own cookies. What goes wrong in it, and whatever it asks of another
 * host, is collected; `page.assertNoFaults()` fails if there was anything but answers of the status codes `expected`.
 */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    serviceWorkers: "block", // they would hide requests from the tests
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("Service Worker registration blocked")) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== "blob:" && hostname !== "127.0.0.1") faults.push(`asked ${request.url()}`);
  });
  page.assertNoFaults = (...expected) =>
    assert.deepEqual(
      faults.filter((fault) => !expected.some((code) => fault.includes(`status of ${code}`))),
      [],
    );
  page.leave = () => context.close();
  return page;
}

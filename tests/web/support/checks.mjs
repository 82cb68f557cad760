// Checks for every page: accessibility, and valid HTML.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { parse } from "parse5";

const axe = createRequire(import.meta.url).resolve("axe-core");
const rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** Prepares the pages that `page` opens from now on for `assertAccessible`; their context must not have a content security policy. */
export async function prepareForAxe(page) {
  await page.context().addInitScript({ path: axe });
}

/** Asserts that axe finds nothing in what `page` shows, which is `what`. */
export async function assertAccessible(page, what) {
  const violations = await page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  }, rules);
  assert.deepEqual(violations, [], what);
}

/** Asserts that `address`, asked for as `page` would, gives HTML without errors, in which no id stands twice. Returns the HTML. */
export async function assertValidHtml(page, address) {
  const html = await (await page.request.get(address)).text();
  const errors = [];
  const note = ({ code, startOffset }) => errors.push(`${code}: ${html.slice(Math.max(0, startOffset - 40), startOffset + 20)}`);
  parse(html, { onParseError: note, sourceCodeLocationInfo: true });
  assert.deepEqual(errors, [], address);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
  assert.equal(new Set(ids).size, ids.length, `${address} has an id twice`);
  return html;
}

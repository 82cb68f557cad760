// The main features in Firefox.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firefoxPath, long, startFirefox } from "../web/support/browser.mjs";
import { aroundTests, run, settled, skip as unbuilt } from "./support/pages.mjs";

const skip = unbuilt || (firefoxPath ? false : "There is no Firefox: bash tests/run.sh installs it.");
const site = aroundTests(skip ? async () => null : startFirefox);

test("values, errors, an endless loop, input, steps", { skip }, async () => {
  const page = await site.openPlayground();
  let turn = await run(page, '(load "lazy.lisp") (labels ((from (n) (lazy-cons n (from (1+ n))))) (from 0))');
  await turn.getByRole("button", { name: "More elements" }).click();
  await turn.locator(".value", { hasText: "0 1 2 3 4 …" }).waitFor();
  turn = await run(page, "(car 3)");
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await turn.getByText("Given up.").waitFor();
  turn = await run(page, "(loop)");
  await page.getByRole("button", { name: "Stop" }).click();
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  turn = await run(page, "(read-line)");
  await turn.getByLabel("Input").fill("typed");
  await turn.getByRole("button", { name: "Send" }).click();
  await turn.locator(".value", { hasText: '"typed"' }).waitFor();
  turn = await run(page, "(list (+ 1 2))", "Step");
  await turn.getByRole("button", { name: "Finish" }).click();
  await turn.locator(".value", { hasText: "(3)" }).waitFor();
  turn = await run(page, "(unless a b)", "Expand");
  await turn.locator(".call").click();
  await turn.getByRole("button", { name: "Done" }).click();
  await turn.locator(".value", { hasText: "IF" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("memory is limited, and a reload keeps text and files", { skip: skip || long.skip }, async () => {
  const page = await site.openPlayground();
  const turn = await run(page, "(let ((all '())) (loop (push (make-array 100000) all)))");
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  await (await run(page, '(with-open-file (out "kept.txt" :direction :output) (print 1 out))')).locator(".value").waitFor();
  await page.locator("#editor .cm-content").fill("(a draft)");
  await page.reload();
  await settled(page);
  assert.match(await page.locator("#editor .cm-content").innerText(), /\(a draft\)/);
  await page.getByText("Files (1)").waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("a lesson, the manual and the embedding example", { skip }, async () => {
  const lesson = await site.open("lessons/18.html");
  const exercise = lesson.locator(".exercise").first();
  await exercise.scrollIntoViewIfNeeded();
  await exercise.locator(".cm-content").fill("(defun lazy-roll () (lazy (1+ (random 6))))");
  await exercise.getByRole("button", { name: "Check" }).click();
  await exercise.locator(".verdict.right").waitFor();
  await lesson.leave();
  const manual = await site.open("manual/conses.html");
  await manual.locator(".example").first().getByRole("button", { name: "Run" }).click();
  await manual.locator(".example").first().locator(".value").first().waitFor();
  await manual.leave();
  const turtle = await site.open("turtle.html");
  await turtle.getByText("Ready", { exact: true }).waitFor();
  await turtle.getByRole("button", { name: "Run" }).click();
  await turtle.getByText("Done", { exact: true }).waitFor();
  await turtle.leave();
});

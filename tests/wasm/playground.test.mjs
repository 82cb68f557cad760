// The playground in chromium, from a server of plain files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { phone } from "../web/support/browser.mjs";
import { aroundTests, run, settled, skip } from "./support/pages.mjs";

const site = aroundTests();

test("a form is typed and shows its value, output and history", { skip }, async () => {
  const page = await site.openPlayground();
  await page.locator("#editor .cm-content").click();
  await page.keyboard.type("(list (+ 1 2)");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#transcript .turn").count(), 0, "an open parenthesis begins a line");
  await page.keyboard.type("(princ :hello))");
  await page.keyboard.press("Enter");
  await page.locator(".value", { hasText: "(3 :HELLO)" }).waitFor();
  await page.locator(".output", { hasText: "HELLO" }).waitFor();
  await page.keyboard.press("ArrowUp");
  assert.match(await page.locator("#editor .cm-content").innerText(), /\(list \(\+ 1 2\)/);
  page.assertNoFaults();
  await page.leave();
});

test("an error offers restarts, and one that asks for a value", { skip }, async () => {
  const page = await site.openPlayground();
  let turn = await run(page, "(* 2 (some-value))");
  await turn.getByRole("alert").waitFor();
  assert.match(await turn.locator(".message").innerText(), /SOME-VALUE is undefined/);
  const field = turn.getByLabel("Return a value", { exact: false }).or(turn.locator("input")).last();
  await field.fill("21");
  await field.press("Enter");
  await turn.locator(".value", { hasText: "42" }).waitFor();
  turn = await run(page, "(car 5)");
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await turn.getByText("Given up.").waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("an endless loop is interrupted, and its definitions stay", { skip }, async () => {
  const page = await site.openPlayground();
  await (await run(page, "(defvar *kept* 7)")).locator(".value").waitFor();
  const turn = await run(page, "(loop)");
  await page.getByRole("button", { name: "Stop" }).click();
  await turn.getByRole("alert").waitFor();
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  await (await run(page, "*kept*")).locator(".value", { hasText: "7" }).waitFor();
  await page.leave();
});

test("a program that takes all memory is refused, and the page goes on", { skip }, async () => {
  const page = await site.openPlayground();
  const turn = await run(page, "(let ((all '())) (loop (push (make-array 100000) all)))");
  await turn.getByRole("alert").waitFor();
  assert.match(await turn.locator(".message").innerText(), /STORAGE-CONDITION|memory/i);
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  await (await run(page, '(load "lazy.lisp") (take 3 (lazy-mapcar #\'1+ (make-lazy (list 1 2 3))))')).locator(".value", { hasText: "(2 3 4)" }).waitFor();
  await page.leave();
});

test("a reload keeps the text, the language and the history", { skip }, async () => {
  const page = await site.openPlayground();
  await (await run(page, "(+ 40 2)")).locator(".value").waitFor();
  await page.getByLabel("Language").selectOption("scheme");
  await page.locator("#editor .cm-content").fill("(define x 1)");
  await page.reload();
  await settled(page);
  assert.match(await page.locator("#editor .cm-content").innerText(), /\(define x 1\)/);
  assert.equal(await page.getByLabel("Language").inputValue(), "scheme");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ArrowUp");
  assert.match(await page.locator("#editor .cm-content").innerText(), /\(\+ 40 2\)/);
  await page.leave();
});

test("Scheme and Clojure run, and a lazy list draws itself", { skip }, async () => {
  const page = await site.openPlayground();
  await page.getByLabel("Language").selectOption("scheme");
  await (await run(page, "(let loop ((i 0)) (if (< i 5) (loop (+ i 1)) (list i #t)))")).locator(".value", { hasText: "(5 #t)" }).waitFor();
  await page.getByLabel("Language").selectOption("clojure");
  await (await run(page, "(take 3 (filter even? (range)))")).locator(".value", { hasText: "(0 2 4)" }).waitFor();
  await page.getByLabel("Language").selectOption("common-lisp");
  const turn = await run(page, '(load "lazy.lisp")\n(labels ((from (n) (lazy-cons n (from (1+ n))))) (let ((l (from 0))) (take 3 l) l))');
  await turn.locator(".picture img").waitFor();
  await turn.getByRole("button", { name: "More elements" }).click();
  await turn.locator(".value", { hasText: "0 1 2 3 4 5 6 7 …" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("a link holds a program", { skip }, async () => {
  const page = await site.openPlayground();
  await page.locator("#editor .cm-content").fill("(print 'shared)");
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.length > 1);
  const link = page.url();
  const other = await site.open(new URL(link).hash);
  await other.locator("#editor .cm-content", { hasText: "(print 'shared)" }).waitFor();
  await page.leave();
  await other.leave();
});

test("without a network the site works as before", { skip }, async () => {
  const page = await site.openPlayground({ serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await settled(page);
  await page.context().setOffline(true);
  await page.reload();
  await settled(page);
  await page.getByLabel("Language").selectOption("scheme");
  await (await run(page, "(vector-map + #(1 2) #(3 4))")).locator(".value", { hasText: "#(4 6)" }).waitFor();
  await page.leave();
});

test("nothing is wider than a phone", { skip }, async () => {
  const page = await site.openPlayground(phone);
  await (await run(page, '(error "~A" (make-string 300 :initial-element #\\x))')).getByRole("alert").waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.leave();
});

test("values draw themselves: boards, trees, printed SVG; a tree shows deeper levels", { skip }, async () => {
  const page = await site.openPlayground();
  let turn = await run(page, '(load "dice_of_doom_v2.lisp")\n(gen-board)');
  await turn.locator(".picture img").waitFor();
  turn = await run(page, "(game-tree (gen-board) 0 0 t)");
  const picture = turn.locator(".picture img");
  await picture.waitFor();
  const shallow = (await picture.getAttribute("src")).length;
  await turn.getByRole("button", { name: "A level more" }).click();
  await page.waitForFunction(([box, length]) => box.querySelector("img").src.length > length, [await turn.elementHandle(), shallow]);
  turn = await run(page, "'(a (b c) (d (e)))");
  await turn.getByRole("button", { name: "Draw as a tree" }).click();
  await turn.locator(".picture img").waitFor();
  turn = await run(page, '(load "svg.lisp")\n(svg 50 50 (circle (quote (20 . 20)) 10 (quote (255 0 0))))');
  await turn.locator(".picture img").waitFor();
  for (const image of await page.locator(".picture img").all()) assert.ok(await image.evaluate((made) => made.decode().then(() => made.naturalWidth > 0)));
  page.assertNoFaults();
  await page.leave();
});

test("more of an endless search is stopped", { skip }, async () => {
  const page = await site.openPlayground();
  const turn = await run(page, '(load "lazy.lisp")\n(lazy (loop))');
  await turn.getByRole("button", { name: "More elements" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await turn.getByRole("button", { name: "Give up this evaluation." }).click();
  await settled(page);
  await page.leave();
});

test("STEP goes into, over and out of forms, which are marked", { skip }, async () => {
  const page = await site.openPlayground();
  const turn = await run(page, "(defun fact (n)\n  (if (zerop n) 1 (* n (fact (- n 1)))))\n(fact 3)", "Step");
  const press = (name) => turn.getByRole("button", { name, exact: true }).click();
  const marked = (text) => turn.locator("mark", { hasText: text }).waitFor();
  await marked("(fact 3)");
  await press("Into");
  await marked("(if (zerop n)");
  await turn.getByText("n = 3").waitFor();
  await press("Into");
  await marked("(zerop n)");
  await press("Next");
  await turn.locator(".stepped", { hasText: "NIL" }).waitFor();
  await press("Out");
  await turn.locator(".value", { hasText: "6" }).waitFor();
  await (await run(page, "(step (list 1 (+ 1 1)))")).getByRole("button", { name: "Finish" }).click();
  await page.locator(".value", { hasText: "(1 2)" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("MACROSTEP expands in place, takes back, expands all", { skip }, async () => {
  const page = await site.openPlayground();
  const turn = await run(page, "(push (when a b) list)", "Expand");
  await turn.locator(".call", { hasText: "(push (when a b) list)" }).click();
  await turn.locator("mark", { hasText: "(setq list (cons (when a b) list))" }).waitFor();
  await turn.getByRole("button", { name: "Undo" }).click();
  await turn.locator(".call", { hasText: "(push (when a b) list)" }).focus();
  await page.keyboard.press("Enter");
  await turn.getByRole("button", { name: "All" }).click();
  await turn.getByText("No macro call is left.").waitFor();
  await turn.getByRole("button", { name: "Done" }).click();
  await turn.locator(".value", { hasText: "(SETQ LIST (CONS (IF A (PROGN B) NIL) LIST))" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("arguments are shown and names completed while typing", { skip }, async () => {
  const page = await site.openPlayground();
  await page.locator("#editor .cm-content").click();
  await page.keyboard.type("(mapcar #'1+ ");
  await page.locator("#hint b", { hasText: "list" }).waitFor();
  await page.keyboard.type("(mapca");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "mapcan" }).waitFor();
  await page.keyboard.press("Escape");
  await page.leave();
});

test("READ-LINE and READ ask in the page, and other programs run meanwhile", { skip }, async () => {
  const page = await site.openPlayground();
  const turn = await run(page, "(list (read-line) (read) (read-line nil nil :end))");
  await turn.getByLabel("Input").waitFor();
  await (await run(page, "(* 6 7)")).locator(".value", { hasText: "42" }).waitFor();
  await turn.getByLabel("Input").fill("one line");
  await turn.getByLabel("Input").press("Enter");
  await turn.locator(".read", { hasText: "one line" }).waitFor();
  await turn.getByLabel("Input").fill("(two");
  await turn.getByRole("button", { name: "Send" }).click();
  await turn.locator(".read", { hasText: "(two" }).waitFor();
  await turn.getByLabel("Input").fill("three)");
  await turn.getByRole("button", { name: "Send" }).click();
  await turn.locator(".read", { hasText: "three)" }).waitFor();
  await turn.getByRole("button", { name: "End of input" }).click();
  await turn.locator(".value", { hasText: '("one line" (TWO THREE) :END)' }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("files that programs write are kept, listed, downloaded and deleted", { skip }, async () => {
  const page = await site.openPlayground();
  await (await run(page, '(with-open-file (out "notes.txt" :direction :output) (princ "kept" out))')).locator(".value").waitFor();
  await page.getByText("Files (1)").waitFor();
  await page.reload();
  await settled(page);
  await (await run(page, '(with-open-file (in "notes.txt") (read-line in))')).locator(".value", { hasText: "kept" }).waitFor();
  await page.getByText("Files (1)").click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "notes.txt" }).click();
  assert.equal((await download).suggestedFilename(), "notes.txt");
  await page.getByRole("button", { name: "Delete notes.txt" }).click();
  await page.locator("#files").waitFor({ state: "hidden" });
  await (await run(page, '(probe-file "notes.txt")')).locator(".value", { hasText: "NIL" }).waitFor();
  page.assertNoFaults();
  await page.leave();
});

test("an error that cannot wait for an answer is shown, and given up", { skip }, async () => {
  const page = await site.openPlayground();
  await (await run(page, "(defclass shy () ()) (defmethod print-object ((shy shy) out) (car 3))")).locator(".value").waitFor();
  const turn = await run(page, "(princ-to-string (make-instance 'shy))");
  await turn.getByText("Given up.").waitFor();
  assert.match(await turn.locator(".error-output").innerText(), /CAR: 3 is not of type LIST/);
  await page.leave();
});

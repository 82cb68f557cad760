// The npm package, packed and installed in a fresh folder: under node, and in a page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { aroundTests, site as folder, skip } from "./support/pages.mjs";

const site = aroundTests();
const fresh = mkdtempSync(join(tmpdir(), "tessera-package-"));
const installed = join(fresh, "node_modules/tessera");
let Tessera, LispError, lisp;

before(async () => {
  if (skip) return;
  const npm = (...operands) => execFileSync("npm", operands, { cwd: fresh, encoding: "utf8" });
  const file = npm("pack", "--silent", join(folder, "tessera")).trim();
  writeFileSync(join(fresh, "package.json"), "{}");
  npm("install", "--silent", "--no-audit", "--no-fund", "--offline", join(fresh, file));
  ({ Tessera, LispError } = await import(pathToFileURL(join(installed, "index.mjs"))));
  lisp = await Tessera.start({ seconds: 5, megabytes: 100, output: (text) => { lisp.printed = (lisp.printed ?? "") + text; } });
});

after(() => {
  lisp?.close();
  rmSync(fresh, { recursive: true, force: true });
});

const fails = (promise, className, message = /./) =>
  assert.rejects(promise, (error) => error instanceof LispError && error.className === className && message.test(error.message));

test("values go in and out", { skip }, async () => {
  assert.equal(await lisp.eval("(+ 1 2)"), 3);
  assert.equal(await lisp.eval(""), null);
  assert.equal(await lisp.call("expt", 2, 100), 2n ** 100n);
  assert.deepEqual(await lisp.eval("(list 1 -2.5 1d0 \"é\" t nil #(1 2) (list :a) 1/2 '(a . b))"),
    [1, -2.5, 1, "é", true, null, [1, 2], [{ text: ":A" }], { text: "1/2" }, { text: "(A . B)" }]);
  assert.deepEqual(await lisp.call("list", 1, 0.5, "x", true, false, null, undefined, [1, [2]], 2n ** 70n, { a: 1 }),
    [1, 0.5, "x", true, null, null, null, [1, [2]], 2n ** 70n, [["a", 1]]]);
  assert.equal(await lisp.eval("(define (twice x) (* 2 x)) (twice 21)", { language: "scheme" }), 42);
  const circle = [];
  circle.push(circle);
  await fails(lisp.call("list", circle), "TYPE-ERROR", /circular/);
  await assert.rejects(lisp.call("list", () => {}), { name: "DataCloneError" });
  assert.equal(await lisp.call("reverse", "a\0b"), "b\0a");
});

test("functions of JavaScript are called, and waited for", { skip }, async () => {
  await lisp.define("slowly-add", async (a, b) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return a + b;
  });
  assert.deepEqual(await lisp.eval("(mapcar (lambda (n) (slowly-add n 1)) '(1 2 3))"), [2, 3, 4]);
  const [waits, goes] = await Promise.all([lisp.eval("(slowly-add 20 1)"), lisp.eval("(* 2 2)")]);
  assert.deepEqual([waits, goes], [21, 4]);
  await lisp.define("refuse", () => { throw new Error("not today"); });
  await fails(lisp.eval("(refuse)"), "SIMPLE-ERROR", /refuse: not today/);
  assert.equal(await lisp.eval("(handler-case (refuse) (error () :caught) (:no-error (x) x))").then(({ text }) => text), ":CAUGHT");
});

test("errors, limits and interrupts fail, and the engine goes on", { skip }, async () => {
  await fails(lisp.eval("(car 3)"), "TYPE-ERROR", /3 is not of type LIST/);
  await fails(lisp.eval("(((("), "END-OF-FILE", /line 1, column 4/);
  await fails(lisp.call("no-such-function"), "UNDEFINED-FUNCTION");
  await fails(lisp.define("two words", () => 1), "SIMPLE-ERROR");
  await fails(lisp.eval("(let ((all '())) (loop (push (make-array 100000) all)))"), "STORAGE-CONDITION");
  await lisp.eval('(require "scheme")');
  await fails(lisp.eval("(labels ((f (n) (+ 1 (f n)))) (f 1))"), "STORAGE-CONDITION");
  setTimeout(() => lisp.interrupt(), 200);
  await fails(lisp.eval("(loop)"), "INTERACTIVE-INTERRUPT");
  const limited = await Tessera.start({ steps: 1e6 });
  await fails(limited.eval("(loop)"), "LIMIT-REACHED");
  await fails(limited.eval("(handler-case (loop) (condition () 1))"), "LIMIT-REACHED");
  assert.equal(await limited.eval("(+ 1 2)"), 3);
  const lost = limited.eval("(loop)");
  limited.close();
  await fails(lost, "ENGINE-ENDED");
  await fails(limited.eval("1"), "ENGINE-ENDED");
});

test("output, input and files", { skip }, async () => {
  lisp.printed = "";
  await lisp.eval('(format t "a~%é")');
  assert.equal(lisp.printed, "a\né");
  const lines = ["one", "(two"], changes = [];
  const other = await Tessera.start({ input: async () => lines.shift() ?? null, changed: (some) => changes.push(...some) });
  assert.deepEqual(await other.eval("(list (read-line) (ignore-errors (read)) (read-line nil nil 3))"), ["one", null, 3]);
  await other.writeFile("in.txt", "data");
  assert.equal(await other.eval('(with-open-file (in "in.txt") (read-line in))'), "data");
  assert.deepEqual(changes, []);
  await other.eval('(with-open-file (out "out.txt" :direction :output) (princ 1 out))');
  assert.deepEqual(changes.map(([path, bytes]) => [path, String.fromCharCode(...bytes)]), [["/home/web_user/out.txt", "1"]]);
  await other.eval('(delete-file "out.txt")');
  assert.deepEqual(changes.at(-1), ["/home/web_user/out.txt", null]);
  assert.equal(await other.eval('(probe-file "/etc/passwd")'), null);
  other.close();
});

test("a program ends although its engine is open", { skip }, () => {
  const text = 'import { Tessera } from "tessera"; const lisp = await Tessera.start(); console.log(await lisp.eval("(+ 1 2)"));';
  assert.equal(execFileSync("node", ["--input-type=module", "--eval", text], { cwd: fresh, encoding: "utf8" }), "3\n");
});

test("the package has what its types tell, and no more than it needs", { skip }, () => {
  const types = readFileSync(join(installed, "index.d.ts"), "utf8");
  const declared = [.../declare class Tessera \{([\s\S]*?)\n\}/.exec(types)[1].matchAll(/^ {2}(?:static )?(?!private)(\w+)\(/gm)].map(([, name]) => name);
  const has = [...Object.getOwnPropertyNames(Tessera.prototype).filter((name) => name !== "constructor"), "start"];
  assert.deepEqual(declared.sort(), has.sort());
  const size = statSync(join(fresh, readdirSync(fresh).find((name) => name.endsWith(".tgz")))).size;
  assert.ok(size < 4e6, `${size} bytes`);
});

test("a page embeds it: its functions draw, a loop is stopped", { skip }, async () => {
  const page = await site.open("turtle.html");
  await page.getByText("Ready", { exact: true }).waitFor();
  const blank = await page.locator("canvas").evaluate((canvas) => canvas.toDataURL());
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("Done", { exact: true }).waitFor();
  assert.notEqual(await page.locator("canvas").evaluate((canvas) => canvas.toDataURL()), blank);
  await page.locator("#program").fill("(loop)");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("interrupted").waitFor();
  page.assertNoFaults();
  await page.leave();
});

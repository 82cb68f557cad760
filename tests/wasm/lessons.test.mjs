// Every example of the lessons prints what its page says, and every exercise accepts its solution and nothing less.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url).pathname;
const site = process.env.TESSERA_SITE ?? join(root, "build/site");
const skip = existsSync(join(site, "index.html")) ? false : "the playground is not built: cmake --build --preset wasm --target site";
const lessons = join(root, "examples/playground/lessons");

/** Starts an engine as the pages do. Questions end what asks; errors give up. `printed` collects the output. */
async function startEngine() {
  const { Tessera } = await import(pathToFileURL(join(site, "tessera/index.mjs")));
  const files = { "/tessera/playground.tfasl": "playground.tfasl" };
  for (const path of readdirSync(join(site, "lisp"), { recursive: true }).filter((path) => path.endsWith(".lisp"))) files[`/home/web_user/${path}`] = `lisp/${path}`;
  const lisp = await Tessera.start({
    files: Object.fromEntries(Object.entries(files).map(([path, url]) => [path, pathToFileURL(join(site, url)).href])),
    output: (text, stream) => { if (stream === 1) lisp.printed += text; },
    questions: { error: (message, restarts) => { lisp.error = message; return [restarts.length - 1]; }, step: () => ["quit"], macrostep: () => [null] },
  });
  await lisp.load("/tessera/playground.tfasl");
  return lisp;
}

/** Evaluates a text. Returns what the page shows of it: output, and the values after "=> ". */
async function shown(lisp, text, language) {
  lisp.printed = "";
  lisp.error = null;
  const [kind, ...values] = await lisp.ask("playground:evaluate", text, language);
  if (lisp.error) return `error: ${lisp.error}`;
  const lines = [lisp.printed.replace(/\n$/, ""), ...(kind === "values" ? values.map(([value]) => `=> ${value}`) : [])];
  return lines.filter((line) => line !== "").join("\n");
}

for (const file of skip ? [] : readdirSync(lessons)) {
  test(`lesson ${file}`, async () => {
    const { parseLesson } = await import("../../examples/playground/lessons.mjs");
    const lisp = await startEngine();
    try {
      for (const { kind, code, language, result, start, check, answer, title } of parseLesson(readFileSync(join(lessons, file), "utf8")).blocks) {
        if (kind === "example") {
          const found = await shown(lisp, code, language);
          assert.ok(!found.startsWith("error: "), `${code}\n${found}`);
          if (result !== "") assert.equal(found, result, code);
        } else if (kind === "exercise") {
          const before = await lisp.ask("playground:check", start, check, "common-lisp");
          assert.notEqual(before[1], "right", `${title}: the beginning is a solution`);
          const after = await lisp.ask("playground:check", answer, check, "common-lisp");
          assert.deepEqual(after.slice(0, 2), ["checked", "right"], `${title}: ${lisp.error}`);
        }
      }
    } finally {
      lisp.close();
    }
  });
}

test("a solution that defines another name is wrong, also after a right one", { skip }, async () => {
  const lisp = await startEngine();
  const solve = async (name) => (await lisp.ask("playground:check", `(defun ${name} (x) (* 2 x))`, "(= (twice 2) 4)", "common-lisp")).slice(0, 3);
  assert.deepEqual(await solve("twice"), ["checked", "right", ""]);
  const wrong = await solve("twicee");
  assert.equal(wrong[1], "wrong");
  assert.match(wrong[2], /TWICE/);
  lisp.close();
});

test("the steps of the tour are done by their hints, in order", { skip }, async () => {
  const lisp = await startEngine();
  const { tourLesson } = await import("../../examples/playground/lessons.mjs");
  for (const { kind, title, answer, check } of (await tourLesson(lisp)).blocks) {
    if (kind !== "exercise") continue;
    const found = await lisp.ask("playground:check", answer, check, "common-lisp");
    assert.deepEqual(found.slice(0, 2), ["checked", "right"], `${title}: ${lisp.error}`);
  }
  lisp.close();
});

// Collects the site: node build.mjs BUILD-FOLDER SITE-FOLDER
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { collectPackage } from "../npm/pack.mjs";
import { parseLesson, renderLesson, renderPage, tourLesson } from "./lessons.mjs";

const [engine, site] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url)), root = join(here, "../..");

rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, "lessons"), { recursive: true });
for (const file of ["parts.css", "icon.svg"]) cpSync(join(here, file), join(site, file));
collectPackage(engine, join(site, "tessera"));
const form = `(quit (if (nth-value 2 (compile-file "${join(here, "playground.lisp")}" :output-file "${resolve(site, "playground.tfasl")}")) 1 0))`;
execFileSync("node", [join(engine, "tessera.js"), "--eval", form], { stdio: ["ignore", "inherit", "inherit"] });
cpSync(join(here, "../npm/turtle.html"), join(site, "turtle.html"));

// The files that programs see, and where the page finds them: the package's, and the game's.
const packaged = JSON.parse(readFileSync(join(site, "tessera/files.json"), "utf8"));
const files = Object.fromEntries(Object.entries(packaged).map(([path, url]) => [path, `tessera/${url}`]));
for (const path of readdirSync(join(root, "game"), { recursive: true })) {
  if (!/^((?:common|web)\/\w+|lazy|svg|webserver|dice_of_doom_v\d|trilobite|wizards_game|widgets)\.lisp$/.test(path)) continue;
  cpSync(join(root, "game", path), join(site, "lisp", path));
  files[`/home/web_user/${path}`] = `lisp/${path}`;
}

/** Returns the text of a script of the site with all that it imports. */
const bundled = async (file) => (await build({
  entryPoints: [join(here, file)], bundle: true, minify: true, format: "iife", target: "es2022", external: ["node:*"], write: false, logLevel: "warning",
  define: { process: "undefined", "import.meta.url": "document.baseURI", siteFiles: JSON.stringify(files) },
})).outputFiles[0].text;
writeFileSync(join(site, "site.js"), await bundled("site.js"));
const style = ["parts.css", "page.css"].map((file) => readFileSync(join(here, file), "utf8")).join(""), beginning = await bundled("begin.js");
const page = (parts) => renderPage({ ...parts, style, beginning });

// --- the pages

const description = "Type Common Lisp, Scheme and Clojure in a page, without a server.";
writeFileSync(join(site, "index.html"), page({
  title: "Tessera playground", description, root: "", here: "Playground", className: "playground", body: readFileSync(join(here, "index.html"), "utf8"),
}));

async function tour() {
  const { Tessera } = await import(pathToFileURL(join(site, "tessera/index.mjs")));
  const lisp = await Tessera.start();
  const lesson = await tourLesson(lisp);
  lisp.close();
  return lesson;
}

const lessons = readdirSync(join(here, "lessons")).sort().map((file) => [file.replace(/\.md$/, ""), parseLesson(readFileSync(join(here, "lessons", file), "utf8"))]);
const pages = [["tour", await tour()], ...lessons];

const link = (found, text) => (found ? `<a href="${found[0]}.html">${text(found[1].title)}</a>` : "<span></span>");
pages.forEach(([name, lesson], i) => writeFileSync(join(site, "lessons", `${name}.html`), page({
  title: `${lesson.title} — Tessera`, description: `${lesson.title}: a lesson with examples that run in the page.`, root: "../", here: name === "tour" ? "Tour" : "Lessons",
  body: `<main id="main">${renderLesson(lesson)}<nav class="neighbors" aria-label="Neighboring pages">${link(pages[i - 1], (title) => `← ${title}`)}${link(pages[i + 1], (title) => `${title} →`)}</nav></main>`,
})));
writeFileSync(join(site, "lessons/index.html"), page({
  title: "Lessons — Tessera", description: "Lessons in Lisp whose examples run in the page.", root: "../", here: "Lessons",
  body: `<main id="main"><h1>Lessons</h1><p>Each page has examples that run in place and exercises that are checked. The numbers are those of the chapters of the book <em>Land of Lisp</em> that treat the same matter; the texts and programs here are our own.</p><ul class="contents">${
    pages.map(([name, { title, blocks }]) => `<li><a href="${name}.html">${title}</a> <span>${blocks.filter(({ kind }) => kind === "exercise").length} exercises</span></li>`).join("")}</ul></main>`,
}));

cpSync(join(engine, "manual"), join(site, "manual"), { recursive: true });

// A new name of the cache for each content of the site.
const hash = createHash("sha256"), all = [];
for (const path of readdirSync(site, { recursive: true }).sort()) {
  if (statSync(join(site, path)).isFile() && !/LICENSE|README|\.d\.ts|package\.json/.test(path)) {
    all.push(path);
    hash.update(readFileSync(join(site, path)));
  }
}
const worker = readFileSync(join(here, "service-worker.js"), "utf8");
writeFileSync(join(site, "service-worker.js"), worker.replace("@stamp@", hash.digest("hex").slice(0, 16)).replace("[/* files */]", JSON.stringify(all)));

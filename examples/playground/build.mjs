// Collects the site: node build.mjs BUILD-FOLDER SITE-FOLDER
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [engine, site] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url)), root = join(here, "../..");

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
for (const file of ["index.html", "page.css", "worker.js", "playground.lisp"]) cpSync(join(here, file), join(site, file));
for (const file of ["tessera.js", "tessera.wasm"]) cpSync(join(engine, file), join(site, file));
await build({ entryPoints: [join(here, "page.js")], bundle: true, minify: true, format: "esm", target: "es2022", outfile: join(site, "page.js"), logLevel: "warning" });

// The files that programs see, and where the page finds them.
const files = { "/tessera/playground.lisp": "playground.lisp" };

/** Adds the files of a folder, and of its folders, whose names match `pattern`. */
function offer(folder, pattern, place, url) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const from = join(folder, entry.name), to = `${url}/${entry.name}`;
    if (entry.isDirectory()) offer(from, pattern, `${place}/${entry.name}`, to);
    else if (pattern.test(entry.name)) {
      mkdirSync(join(site, url), { recursive: true });
      cpSync(from, join(site, to));
      files[`${place}/${entry.name}`] = to;
    }
  }
}
offer(join(engine, "modules"), /\.tfasl$/, "/tessera/modules", "modules");
offer(join(root, "game"), /^(lazy|svg|dice_of_doom_v\d|trilobite|wizards_game)\.lisp$/, "/home/web_user", "lisp");
writeFileSync(join(site, "files.json"), JSON.stringify(files));

// A new name of the cache for each content of the site.
const hash = createHash("sha256");
for (const file of readdirSync(site, { recursive: true, withFileTypes: true })) {
  if (file.isFile()) hash.update(readFileSync(join(file.parentPath ?? file.path, file.name)));
}
const worker = readFileSync(join(here, "service-worker.js"), "utf8");
writeFileSync(join(site, "service-worker.js"), worker.replace("@stamp@", hash.digest("hex").slice(0, 16)));

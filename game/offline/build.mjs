// Collects the game for a site: node build.mjs BUILD-FOLDER FOLDER-OF-THE-GAME
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const [engine, site] = process.argv.slice(2);
const here = fileURLToPath(new URL(".", import.meta.url)), game = join(here, "..");

mkdirSync(site, { recursive: true });
for (const file of ["dice-of-doom.js", "dice-of-doom.wasm"]) cpSync(join(engine, file), join(site, file));

// The files that the engine sees.
const files = { "/tessera/modules/dice-of-doom.so": Buffer.alloc(0) };

/** Adds the files of a folder, and of its folders, that match `pattern`. */
function add(folder, place, pattern) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && pattern.test(path)) files[join(place, relative(folder, path))] = readFileSync(path);
  }
}
const compiled = mkdtempSync(join(tmpdir(), "game-"));
try {
  execFileSync("node", [join(engine, "dice-of-doom.js"), join(here, "compile.lisp"), compiled + "/"], { stdio: ["ignore", "inherit", "pipe"] });
  add(compiled, "/game", /./);
} finally {
  rmSync(compiled, { recursive: true });
}
add(join(game, "browser/assets"), "/game/browser/assets", /./);
add(join(game, "languages"), "/game/languages", /\.po$/);
add(join(engine, "modules"), "/tessera/modules", /\/(ext|warnings)\.tfasl$/);

// All of them in one file: the length of the table, the table of paths and sizes, the contents.
const table = Buffer.from(JSON.stringify(Object.entries(files).map(([path, content]) => [path, content.length])));
const length = Buffer.alloc(4);
length.writeUInt32LE(table.length);
writeFileSync(join(site, "game.pack"), Buffer.concat([length, table, ...Object.values(files)]));

// A folder for each version of the game, which share these files. Each content has its own name of the cache.
const small = ["index.html", "start.js", "worker.js"], hash = createHash("sha256");
for (const file of ["dice-of-doom.js", "dice-of-doom.wasm", "game.pack"]) hash.update(readFileSync(join(site, file)));
for (const file of small) hash.update(readFileSync(join(here, file)));
const stamp = hash.digest("hex").slice(0, 16);
for (const [version, folder, shared] of [["v4", ".", "./"], ["v3", "v3", "../"]]) {
  mkdirSync(join(site, folder), { recursive: true });
  for (const file of small) {
    const text = readFileSync(join(here, file), "utf8");
    writeFileSync(join(site, folder, file), text.replace("@version@", version).replace("@shared@", shared).replace("@stamp@", stamp));
  }
}

// Collects the npm package: node pack.mjs BUILD-FOLDER PACKAGE-FOLDER; `npm pack` makes one file of it.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Copies the engine, its modules and the package's own files from `engine`, a build for WebAssembly, to `folder`. */
export function collectPackage(engine, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "modules"), { recursive: true });
  for (const file of ["package.json", "README.md", "begin.mjs", "index.mjs", "index.d.ts", "worker.js"]) cpSync(join(here, file), join(folder, file));
  cpSync(join(here, "../../LICENSE"), join(folder, "LICENSE"));
  for (const file of ["tessera.js", "tessera.wasm"]) cpSync(join(engine, file), join(folder, file));
  const files = {};
  for (const path of readdirSync(join(engine, "modules"), { recursive: true })) {
    if (!path.endsWith(".tfasl")) continue;
    cpSync(join(engine, "modules", path), join(folder, "modules", path));
    files[`/tessera/modules/${path}`] = `modules/${path}`;
  }
  writeFileSync(join(folder, "files.json"), JSON.stringify(files));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) collectPackage(...process.argv.slice(2));

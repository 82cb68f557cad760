// Starts the program with a version of the game and its server, and ends it again.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.TESSERA_PROGRAM ?? "build/release/tessera";

/** A free port for a server that is killed and started again: below those that the system gives to whoever asks for any, so that nobody gets it meanwhile. */
export async function lastingPort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    const free = await new Promise((resolve) => probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)));
    if (free) return new Promise((resolve) => probe.close(() => resolve(port)));
  }
}

/**
 * Serves version "v3" or "v4" at `port`, a free one if it is 0. `settings`, a form of Lisp, is evaluated before; `sessions` names the file
 * that keeps the games. Returns { address, stop, kill }; `stop` ends the server as Ctrl-C does, and fails if it has
 * reported an error.
 */
export async function startServer(version, { settings = "nil", sessions = null, port = 0 } = {}) {
  const file = sessions ? JSON.stringify(sessions) : "nil";
  const serve = `(progn (serve 'play-request-handler :port ${port} :sessions ${file}) (values))`;
  const server = spawn(
    program,
    ["--load", `game/dice_of_doom_${version}.lisp`, "--load", "game/browser.lisp", "--eval", settings, "--eval", serve],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise((resolve) => server.on("close", (code, signal) => resolve(code ?? signal)));
  let output = "";
  server.stderr.on("data", (text) => (output += text));
  const address = await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.stdout.on("data", (text) => {
      output += text;
      const found = output.match(/Serving at (http:\/\/[^/]+)\//);
      if (found) resolve(found[1]);
    });
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  return {
    address,
    async stop() {
      server.kill("SIGINT");
      const code = await ended;
      if (code !== 0 || /failed|cannot/i.test(output)) throw new Error(`The server ended with ${code}: ${output}`);
    },
    async kill() {
      server.kill("SIGKILL");
      await ended;
    },
  };
}

// The engine of a page: starts it, and shows in the right turn what an evaluation prints and asks.
import { Tessera } from "../npm/index.mjs";
import { beginEngine } from "./begin.js";
import { keepFiles, keptFiles } from "./storage.js";
import { Turn } from "./turns.js";

export class Engine extends EventTarget {
  /** `root` is the address of the site; `begun` is what `beginEngine` returned, if the page has begun an engine. */
  constructor(root, begun) {
    super();
    this.root = root;
    this.begun = begun;
    this.state = "Starting";  // or "Ready", "Running", "Interrupting", "Ended"
    this.turn = null;
  }

  setState(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  get isReady() {
    return this.state === "Ready";
  }

  /** Starts the engine, or another one. Returns when it can evaluate. */
  async start() {
    this.lisp?.close();
    this.active = 0;
    this.setState("Starting");
    const asks = (kind) => async (...data) => {
      const turn = this.turn;
      this.runs(-1);
      const answer = await turn[kind](...data);
      this.runs(1);
      this.turn = turn;
      return answer;
    };
    const begun = this.begun ?? beginEngine(this.root);
    this.begun = null;
    const begin = async () => {
      const lisp = await Tessera.start({
        begun,
        kept: Promise.all([begun.program, keptFiles()]).then(([program, kept]) => [program, ...kept]),
        output: (text, stream) => this.turn?.output(text, stream),
        changed: (changes) => keepFiles(changes).then(() => this.dispatchEvent(new Event("files"))),
        died: (error) => this.lisp === lisp && this.died(error),
        questions: Object.fromEntries(["error", "input", "step", "macrostep"].map((kind) => [kind, asks(kind)])),
      });
      await lisp.load("/tessera/playground.tfasl");
      this.lisp = lisp;
      this.setState("Ready");
    };
    this.ready = begin();
    await this.ready.catch((error) => {
      this.problem = error.message;
      this.setState("Ended");
      throw error;
    });
  }

  /** Counts the evaluations that are at work. */
  runs(change) {
    this.active += change;
    if (this.active > 0) this.setState("Running");
    else if (this.state !== "Starting") this.setState("Ready");
  }

  /** The engine has ended, by a fault of it or of the browser: starts another. */
  died(error) {
    this.turn?.failed(error);
    this.start().catch(() => {});  // the state tells
  }

  /** Returns a turn at `place`, an element. */
  turnAt(place) {
    const turn = new Turn(place, (...request) => this.request(turn, ...request).catch((error) => {
      turn.failed(error);
      return ["left"];
    }));
    return turn;
  }

  /** Makes a request for `turn`, which shows what comes of it. Returns the answer. */
  async request(turn, name, ...operands) {
    await this.ready;
    const { lisp } = this;
    this.turn = turn;
    this.runs(1);
    try {
      return await lisp.ask(name, ...operands);
    } finally {
      if (this.lisp === lisp) this.runs(-1);
    }
  }

  /** Evaluates a text and shows its answer in `turn`. Returns true unless it failed. */
  async run(turn, name, ...operands) {
    try {
      const went = turn.answer(await this.request(turn, name, ...operands));
      if (!went) await this.help("tessera-page:collect");  // what was given up may have taken all memory
      return went;
    } catch (error) {
      if (error.className !== "ENGINE-ENDED") turn.failed(error);
      return false;
    }
  }

  /** Returns the answer to a request that shows nothing; null while an evaluation runs. */
  async help(name, ...operands) {
    if (!this.isReady) return null;
    return this.lisp.ask(name, ...operands).catch(() => null);
  }

  /** Interrupts the evaluation; at the second time, starts another engine. */
  stop() {
    if (this.state === "Interrupting") return this.start();
    this.setState("Interrupting");
    this.lisp.interrupt();
  }
}

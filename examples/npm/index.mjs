// Tessera for JavaScript: the engine in a worker, of a page or of node, behind promises. README.md explains it.

import { begin, underNode } from "./begin.mjs";

/** An error of Lisp, or of a limit: `className` is the name of the condition's class, such as "DIVISION-BY-ZERO". */
export class LispError extends Error {
  constructor([className, message, backtrace]) {
    super(message);
    this.name = "LispError";
    this.className = className;
    this.backtrace = backtrace;
  }
}

export class Tessera {
  #worker;
  #waiting = new Map();
  #lastId = 0;
  #flag = null;
  #wake = null;  // ends a SLEEP
  #interruptUrl = null;
  #functions = new Map();
  #questions;
  #options;

  /** Use `Tessera.start`. */
  constructor(options) {
    this.#options = options;
    this.#questions = {
      input: async () => [(await options.input?.()) ?? null],
      sleep: (seconds) => new Promise((resolve) => {
        const timer = setTimeout(() => resolve([null]), Math.min(seconds * 1000, 2 ** 31 - 1));
        this.#wake = () => {
          clearTimeout(timer);
          resolve([true]);
        };
      }).finally(() => { this.#wake = null; }),
      call: async (name, operands) => {
        try {
          return [await this.#functions.get(name)(...(operands ?? []))];
        } catch (error) {
          return [null, String(error?.message ?? error)];
        }
      },
      ...options.questions,
    };
  }

  /** Starts an engine in a worker of its own. */
  static async start(options = {}) {
    const lisp = new Tessera(options);
    await lisp.#begin();
    return lisp;
  }

  async #begin() {
    const { base = new URL(".", import.meta.url).href, files, kept, steps, seconds, megabytes = 384 } = this.#options;
    const begun = this.#options.begun ?? begin({ base, files });
    const { worker, failed } = await begun.started;
    if (underNode) this.#flag = new Int32Array(new SharedArrayBuffer(4));
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }) => this.#receive(data, resolve, reject));
      failed.then((message) => this.#die(message, reject));
      Promise.all([begun.offered, kept, begun.engine]).then(([files, keptFiles = [], engine]) => {
        this.#worker?.postMessage({ base: begun.base, engine, files, kept: keptFiles, flag: this.#flag, limits: { steps, seconds, megabytes } });
      }).catch((error) => this.#die(error.message, reject));
    });
  }

  #receive(data, resolve, reject) {
    if (data.output !== undefined) return (this.#options.output ?? defaultOutput)(data.output, data.stream);
    if (data.died) return this.#die(data.died, reject);
    if (data.ready) {
      this.#worker.unref?.();
      return resolve();
    }
    if (data.changes?.length) this.#options.changed?.(data.changes);
    const waiting = this.#waiting.get(data.id);
    this.#waiting.delete(data.id);
    if (this.#waiting.size === 0) this.#worker.unref?.();
    if (data.failed) waiting.reject(new LispError(data.failed));
    else waiting.resolve(data.value);
  }

  #die(why, reject) {
    const error = new LispError(["ENGINE-ENDED", `The engine has ended: ${why}`, ""]);
    reject(error);
    this.close(error);
    this.#options.died?.(error);
  }

  #send(request) {
    if (!this.#worker) return Promise.reject(new LispError(["ENGINE-ENDED", "The engine is closed", ""]));
    const id = ++this.#lastId;
    if (!underNode) this.#interruptUrl ??= URL.createObjectURL(new Blob());
    if (this.#waiting.size === 0) {
      if (this.#flag) this.#flag[0] = 0;
      this.#worker.ref?.();
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#worker.postMessage({ id, interruptUrl: this.#interruptUrl, ...request });
      } catch (error) {
        this.#waiting.delete(id);
        reject(error);
      }
    });
  }

  /**
   * Calls a function of Lisp whose value is a list that begins with a string: "values", or "ask" for a question, which
   * is answered by `options.questions`. Returns the list.
   */
  async ask(name, ...operands) {
    let answer = await this.#send({ request: "call", name, operands });
    while (answer?.[0] === "ask") {
      const [, number, kind, ...data] = answer;
      const reply = await this.#questions[kind](...data);
      answer = await this.#send({ request: "call", name: "tessera-page:resume", operands: [number, ...reply] });
    }
    return answer;
  }

  /** Evaluates the forms of `text`. Returns the value of the last one. */
  async eval(text, { language = "common-lisp" } = {}) {
    return (await this.ask("tessera-page:evaluate", String(text), language))[1] ?? null;
  }

  /** Calls the function of Lisp called `name`. */
  async call(name, ...operands) {
    return (await this.ask("tessera-page:call", name, ...operands))[1] ?? null;
  }

  /** Makes `use` the function called `name` in Lisp, which waits if it returns a promise. */
  async define(name, use) {
    this.#functions.set(name, use);
    await this.#send({ request: "call", name: "tessera-page:define-host-function", operands: [name] });
  }

  /** Loads a file of Lisp. */
  load(path) {
    return this.#send({ request: "load", path });
  }

  /** Writes a file that Lisp sees, from a string or bytes; `null` deletes it. */
  writeFile(path, contents) {
    const bytes = typeof contents === "string" ? new TextEncoder().encode(contents) : contents;
    return this.#send({ request: "write", path: path.startsWith("/") ? path : `/home/web_user/${path}`, bytes });
  }

  /** Makes the running evaluation signal an INTERACTIVE-INTERRUPT. */
  interrupt() {
    if (this.#wake) return this.#wake();
    if (this.#flag) Atomics.store(this.#flag, 0, this.#waiting.size > 0 ? 1 : 0);
    else if (this.#interruptUrl) URL.revokeObjectURL(this.#interruptUrl);
    this.#interruptUrl = null;
  }

  /** Ends the engine. Evaluations that run fail. */
  close(error = new LispError(["ENGINE-ENDED", "The engine was closed", ""])) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function defaultOutput(text, stream) {
  if (underNode) (stream === 1 ? process.stdout : process.stderr).write(text);
  else console.log(text);
}

/**
 * A value of Lisp. NIL is `null` and T is `true`; integers that a number cannot hold are BigInts; proper lists and
 * vectors are arrays; other objects are `{ text }`, as PRIN1 prints them.
 */
export type LispValue = null | true | number | bigint | string | LispValue[] | { text: string };

/** What Lisp takes: `false` and `undefined` become NIL, and an object a list of two-element lists. */
export type HostValue = undefined | null | boolean | number | bigint | string | readonly HostValue[] | Uint8Array | { [key: string]: HostValue };

export interface Options {
  /** The address of the folder of the package, with a slash at the end. Default: that of this module. */
  base?: string;
  /** More files for Lisp to read: a table from paths to addresses, from which they are fetched when they are needed. */
  files?: Record<string, string> | Promise<Record<string, string>>;
  /** An engine that `begin` of begin.mjs has begun, with its `base` and `files`. It starts once. */
  begun?: object;
  /** Files that exist from the start: paths and contents. */
  kept?: [path: string, bytes: Uint8Array][] | Promise<[path: string, bytes: Uint8Array][]>;
  /** The most steps of each evaluation. An evaluation that waits for JavaScript goes on with a new allowance. */
  steps?: number;
  /** The most seconds of each evaluation, likewise. */
  seconds?: number;
  /** The most megabytes of the heap. Default: 384. */
  megabytes?: number;
  /** Receives what Lisp writes: `stream` is 1 for *STANDARD-OUTPUT*, 2 for *ERROR-OUTPUT*. Default: the console. */
  output?(text: string, stream: 1 | 2): void;
  /** Returns a line for *STANDARD-INPUT*, without its end; `null` at the end of the input. */
  input?(): string | null | Promise<string | null>;
  /** Receives the files below /home/web_user that an evaluation changed; `null` stands for a deleted one. */
  changed?(changes: [path: string, bytes: Uint8Array | null][]): void;
  /** Tells that the engine has ended by itself. */
  died?(error: LispError): void;
  /** Answers to further questions that Lisp asks by TESSERA-PAGE:ASK-HOST: the values that it returns. */
  questions?: Record<string, (...data: any[]) => HostValue[] | Promise<HostValue[]>>;
}

export declare class LispError extends Error {
  /** The name of the condition's class, such as "DIVISION-BY-ZERO"; "LIMIT-REACHED"; "ENGINE-ENDED". */
  className: string;
  backtrace: string;
}

export declare class Tessera {
  private constructor();
  /** Starts an engine in a worker of its own. */
  static start(options?: Options): Promise<Tessera>;
  /** Evaluates the forms of `text`. Returns the value of the last one. */
  eval(text: string, options?: { language?: "common-lisp" | "scheme" | "clojure" | "arc" }): Promise<LispValue>;
  /** Calls the function of Lisp called `name`. */
  call(name: string, ...operands: HostValue[]): Promise<LispValue>;
  /** Makes `use` the function called `name` in Lisp, which waits if it returns a promise. */
  define(name: string, use: (...operands: any[]) => HostValue | Promise<HostValue>): Promise<void>;
  /** Loads a file of Lisp. */
  load(path: string): Promise<void>;
  /** Writes a file that Lisp sees; `null` deletes it. */
  writeFile(path: string, contents: string | Uint8Array | null): Promise<void>;
  /** Calls a function of Lisp that returns a list as TESSERA-PAGE:EVALUATE does, and answers its questions. */
  ask(name: string, ...operands: HostValue[]): Promise<any[]>;
  /** Makes the running evaluation signal an INTERACTIVE-INTERRUPT. */
  interrupt(): void;
  /** Ends the engine. Evaluations that run fail. */
  close(): void;
}

// The extension with a stand-in for VS Code: it starts the server of TESSERA_PROGRAM, opens a document, and its
// commands send forms. `npm test`.
"use strict";
const assert = require("node:assert");
const Module = require("node:module");
const path = require("node:path");
const test = require("node:test");

// What VS Code gives an extension, as far as this one and its client look at it: anything else is a class, a function
// and a number at once.
const anything = () => new Proxy(class {}, {
  get: (target, name) => (name in target || typeof name === "symbol" ? target[name] : 0),
  apply: () => ({ dispose() {} }),
});
const disposable = (entry) => ({ dispose() { entry?.(); } });
const sent = [];
const commands = new Map();
const listeners = {};
const text = "(defun square (x)\n  (* x x))\n(square 1 2)\n";
const document = {
  uri: { scheme: "file", fsPath: "/tmp/square.lisp", toString: () => "file:///tmp/square.lisp" },
  languageId: "commonlisp", version: 1, isClosed: false,
  getText: (range) => (range ? "" : text), offsetAt: () => 5, save: async () => true,
};
const on = (name) => (listener) => { (listeners[name] ||= []).push(listener); return disposable(); };
const space = (members) => new Proxy(members, { get: (target, name) => (name in target ? target[name] : (target[name] = /^on/.test(String(name)) ? on(name) : anything())) });
const collection = { set(...entry) { sent.push(["diagnostics", ...entry]); }, clear() {}, delete() {}, dispose() {} };

const kind = { value: "", append: () => kind };

const vscode = space({
  version: "1.99.0",
  env: space({ language: "en", appName: "test" }),
  workspace: space({
    textDocuments: [document], workspaceFolders: undefined, notebookDocuments: [],
    getConfiguration: () => ({ get: (name) => ({ path: process.env.TESSERA_PROGRAM, replArguments: ["--quiet"] })[name] }),
    createFileSystemWatcher: () => space({ dispose() {} }),
  }),
  window: space({
    activeTextEditor: { document, selection: { isEmpty: true, active: {} } }, visibleTextEditors: [], tabGroups: space({ all: [], onDidChangeTabs: on("tabs") }),
    createOutputChannel: () => space({ append() {}, appendLine() {}, info() {}, warn() {}, error(line) { sent.push(["log", line]); }, debug() {}, trace() {}, show() {}, dispose() {} }),
    createTerminal: (options) => { sent.push(["terminal", options]); return { show() {}, sendText: (line) => sent.push(["text", line]) }; },
    showErrorMessage: async (message) => { sent.push(["error", message]); },
    setStatusBarMessage: (message) => sent.push(["status", message]),
  }),
  commands: space({ registerCommand: (name, command) => { commands.set(name, command); return disposable(() => commands.delete(name)); }, executeCommand() {} }),
  languages: space({ createDiagnosticCollection: () => collection, match: () => 10 }),
  CodeActionKind: { Empty: kind, QuickFix: kind, Refactor: kind, Source: kind },
  Uri: { parse: (string) => ({ toString: () => string, fsPath: string.replace("file://", "") }) },
  Disposable: Object.assign(class { constructor(entry) { this.dispose = entry || (() => {}); } }, { from: (...all) => disposable(() => all.forEach((one) => one.dispose())) }),
  EventEmitter: class { constructor() { this.event = () => disposable(); } fire() {} dispose() {} },
  CancellationTokenSource: class { constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: () => disposable() }; } cancel() {} dispose() {} },
  CancellationError: class extends Error {},
});

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require(path.join(__dirname, "../src/extension.js"));

test("the extension starts the server, and its commands do what they say", { skip: !process.env.TESSERA_PROGRAM, timeout: 600_000 }, async () => {
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepStrictEqual(sent.filter(([what]) => what === "error"), []);
  for (let i = 0; i < 2400 && !sent.some(([what, , list]) => what === "diagnostics" && list?.length === 1); i++) await new Promise((go) => setTimeout(go, 50));
  assert.ok(sent.some(([what, , list]) => what === "diagnostics" && list?.length === 1), JSON.stringify(sent));    // SQUARE takes one argument
  commands.get("tessera.sendForm")();
  await commands.get("tessera.sendFile")();
  assert.deepStrictEqual(sent.filter(([what]) => what === "text"), [["text", "(defun square (x)\n  (* x x))"], ["text", '(load "/tmp/square.lisp")']]);
  assert.deepStrictEqual(sent.find(([what]) => what === "terminal")[1].shellArgs, ["--quiet", "--repl"]);
  assert.ok(commands.has("tessera.startRepl") && commands.has("tessera.expand"));    // the last is the server's
  await commands.get("tessera.restartServer")();
  assert.deepStrictEqual(sent.filter(([what]) => what === "error"), []);
  await extension.deactivate();
});

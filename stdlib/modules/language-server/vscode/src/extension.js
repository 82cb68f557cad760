// The extension for VS Code: starts the language server, and a prompt in a terminal to which forms are sent.
"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { formAt } = require("./forms");

let client;
let terminal;

const setting = (name) => vscode.workspace.getConfiguration("tessera").get(name);

// --- the language server

const newClient = () => {
  const server = { command: setting("path"), args: ["--lsp"] };    // with a transport named, the client would add an option for it
  return new LanguageClient("tessera", "Tessera", { run: server, debug: server }, {
    documentSelector: [{ language: "commonlisp", scheme: "file" }, { language: "commonlisp", scheme: "untitled" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{lisp,lsp,cl,asd}") },
  });
};

const startServer = async () => {
  const starting = newClient();
  client = starting;
  try {
    await starting.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(`Tessera: ${setting("path")} --lsp does not start: ${error.message}`, "Settings");
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "tessera.path");
  }
};

const stopServer = async () => {
  const stopping = client;
  client = undefined;
  if (stopping) await stopping.dispose().catch(() => {});
};

const restartServer = async () => {
  await stopServer();
  await startServer();
};

// --- the prompt

const startRepl = () => {
  if (!terminal || terminal.exitStatus !== undefined)
    terminal = vscode.window.createTerminal({ name: "Tessera", shellPath: setting("path"), shellArgs: [...setting("replArguments"), "--repl"] });
  terminal.show(true);
  return terminal;
};

const sendForm = () => {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const text = selection.isEmpty ? formAt(document.getText(), document.offsetAt(selection.active)) : document.getText(selection);
  if (text.trim() === "") vscode.window.setStatusBarMessage("Tessera: there is no form at the cursor.", 3000);
  else startRepl().sendText(text);
};

const sendFile = async () => {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.uri.scheme !== "file" || !(await editor.document.save())) return;
  startRepl().sendText(`(load ${JSON.stringify(editor.document.uri.fsPath)})`);
};

exports.activate = async (context) => {
  const commands = { startRepl, sendForm, sendFile, restartServer };
  for (const [name, command] of Object.entries(commands))
    context.subscriptions.push(vscode.commands.registerCommand("tessera." + name, command));
  context.subscriptions.push(
    vscode.window.onDidCloseTerminal((closed) => { if (closed === terminal) terminal = undefined; }),
    vscode.workspace.onDidChangeConfiguration((event) => { if (event.affectsConfiguration("tessera.path")) restartServer(); }),
  );
  await startServer();
};

exports.deactivate = stopServer;

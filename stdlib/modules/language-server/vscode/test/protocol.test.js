// The server of TESSERA_PROGRAM, asked by Microsoft's own implementation of the protocol. `npm test`.
"use strict";
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const test = require("node:test");
const lsp = require("vscode-languageserver-protocol/node");

const uri = "file:///work/rockets.lisp";
const text = ';; 🚀\n(defun launch (rocket) (list rocket "🚀🚀" (car)))\n(launch 1)\n';

test("Microsoft's client and the server understand each other", { skip: !process.env.TESSERA_PROGRAM, timeout: 600_000 }, async (context) => {
  const server = spawn(process.env.TESSERA_PROGRAM, ["--lsp"], { stdio: ["pipe", "pipe", "ignore"] });
  context.after(() => server.kill());
  const exit = once(server, "exit");
  const client = lsp.createProtocolConnection(server.stdout, server.stdin);
  const complaints = [];
  client.onError(([error]) => complaints.push(error));
  client.onUnhandledNotification((message) => complaints.push(message));
  const found = new Promise((done) => client.onNotification(lsp.PublishDiagnosticsNotification.type, done));
  client.listen();
  const refused = (promise, code) => assert.rejects(promise, (error) => error instanceof lsp.ResponseError && error.code === code);

  await refused(client.sendRequest(lsp.WorkspaceSymbolRequest.type, { query: "" }), lsp.ErrorCodes.ServerNotInitialized);
  const { capabilities } = await client.sendRequest(lsp.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
  assert.strictEqual(capabilities.positionEncoding, lsp.PositionEncodingKind.UTF16);
  assert.strictEqual(capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  await client.sendNotification(lsp.InitializedNotification.type, {});
  await client.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "commonlisp", version: 1, text } });

  const { diagnostics } = await found;
  const line = text.split("\n")[1];
  assert.deepStrictEqual(diagnostics.map(({ code, severity, range }) => [code, severity, line.slice(range.start.character, range.end.character)]),
    [["argument-count", lsp.DiagnosticSeverity.Warning, "car"]]);
  const at = (line, character) => ({ textDocument: { uri }, position: { line, character } });
  assert.match((await client.sendRequest(lsp.HoverRequest.type, at(2, 2))).contents.value, /launch/i);
  const definitions = [await client.sendRequest(lsp.DefinitionRequest.type, at(2, 2))].flat();
  assert.deepStrictEqual(definitions.map((place) => [place.uri, place.range.start.line]), [[uri, 1]]);

  // Many at once, some of them wanted no longer: each has one answer, and the order of the others is kept.
  const order = [];
  await Promise.all(Array.from({ length: 50 }, async (_, i) => {
    const cancel = new lsp.CancellationTokenSource();
    const answer = client.sendRequest(lsp.CompletionRequest.type, at(1, 40), cancel.token);
    if (i % 2) cancel.cancel();
    await answer.then(() => order.push(i), (error) => assert.strictEqual(error.code, lsp.LSPErrorCodes.RequestCancelled));
  }));
  assert.deepStrictEqual(order, [...order].sort((a, b) => a - b));
  await refused(client.sendRequest("textDocument/noneOfTheKind", {}), lsp.ErrorCodes.MethodNotFound);
  await refused(client.sendRequest(lsp.HoverRequest.type, at(-1, 0)), lsp.ErrorCodes.InvalidParams);

  await client.sendRequest(lsp.ShutdownRequest.type);
  await client.sendNotification(lsp.ExitNotification.type);
  assert.deepStrictEqual(await exit, [0, null]);
  assert.deepStrictEqual(complaints, []);
  client.dispose();
});

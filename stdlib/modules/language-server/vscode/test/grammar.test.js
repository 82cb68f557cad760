// The grammar and the finder of forms: what scope a piece of a line has, and which form is at a place. `npm test`.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const { formAt } = require("../src/forms");

const home = path.join(__dirname, "..");
const registry = new textmate.Registry({
  onigLib: oniguruma
    .loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer)
    .then(() => ({ createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns), createOnigString: (s) => new oniguruma.OnigString(s) })),
  loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(path.join(home, "syntaxes/commonlisp.tmLanguage.json"), "utf8"), "grammar.json"),
});

// The pieces of `text` with their innermost scope without ".commonlisp", those of lists and plain names left out.
const pieces = async (text) => {
  const grammar = await registry.loadGrammar("source.commonlisp");
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const scope = scopes.filter((name) => name !== "source.commonlisp" && !name.startsWith("punctuation")).pop();
      const piece = line.slice(startIndex, endIndex);
      const last = found[found.length - 1];
      if (scope && last && last.scope === scope && last.end === startIndex && !scope.startsWith("keyword.operator")) {
        last.piece += piece;
        last.end = endIndex;
      } else if (scope && piece !== "") found.push({ piece, scope, end: endIndex });
    }
    found.forEach((one) => { one.end = -1; });
  }
  return found.map(({ piece, scope }) => [piece.trim(), scope.replace(".commonlisp", "")]);
};

const cases = [
  ["numbers", "(1 -2 3/4 1.5 .5 1e10 1.5d0 6.02e+23 7.)", [..."1 -2 3/4 1.5 .5 1e10 1.5d0 6.02e+23 7.".split(" ")].map((n) => [n, "constant.numeric"])],
  ["not a number", "(1+ 1- a1 - + 1a 1/ 1.2.3 -x)", []],
  ["radixes", "#b101 #o17 #xFF #36rZZ #*101", ["#b101", "#o17", "#xFF", "#36rZZ"].map((n) => [n, "constant.numeric.radix"]).concat([["#*101", "constant.numeric.bits"]])],
  ["strings", '"a \\" b" x', [['"a ', "string.quoted.double"], ['\\"', "constant.character.escape"], [' b"', "string.quoted.double"]]],
  ["strings of lines", '"a ; no comment\nb" ; c', [['"a ; no comment', "string.quoted.double"], ['b"', "string.quoted.double"], ["; c", "comment.line.semicolon"]]],
  ["directives of format", '"~a ~5,2f~%"', [['"', "string.quoted.double"], ["~a", "constant.other.placeholder"], [" ", "string.quoted.double"], ["~5,2f~%", "constant.other.placeholder"], ['"', "string.quoted.double"]]],
  ["comments in comments", "#| a #| b |# c |# 1", [["#| a #| b |# c |#", "comment.block"], ["1", "constant.numeric"]]],
  ["characters", "#\\a #\\Space #\\( #\\; #\\\" 1", [..."#\\a #\\Space #\\( #\\; #\\\"".split(" ")].map((c) => [c, "constant.character"]).concat([["1", "constant.numeric"]])],
  ["features", "#+sbcl 1 #-(or a b) 2", [["#+sbcl", "keyword.control.conditional"], ["1", "constant.numeric"], ["#-", "keyword.control.conditional"], ["or", "keyword.control"], ["2", "constant.numeric"]]],
  ["keywords", ":a ':b x:y", [[":a", "constant.other.keyword"], ["'", "keyword.operator.quote"], [":b", "constant.other.keyword"]]],
  ["definitions", "(defun square (x &optional y) x)", [["defun", "keyword.other.definition"], ["square", "entity.name.function"], ["&optional", "storage.modifier.lambda-list"]]],
  ["writers", "(defun (setf size) (new) new)", [["defun", "keyword.other.definition"], ["(setf size)", "entity.name.function"]]],
  ["variables", "(defvar *level* 1) *level* +most+", [["defvar", "keyword.other.definition"], ["*level*", "variable.other.global"], ["1", "constant.numeric"], ["*level*", "variable.other.global"], ["+most+", "variable.other.constant"]]],
  ["classes", "(defclass dog (animal) ()) (defstruct (point (:copier nil)) x)", [["defclass", "keyword.other.definition"], ["dog", "entity.name.type"], ["defstruct", "keyword.other.definition"], ["point", "entity.name.type"], [":copier", "constant.other.keyword"], ["nil", "constant.language"]]],
  ["macros of one's own that define", "(define-test adding (+ 1 t))", [["define-test", "keyword.other.definition"], ["adding", "entity.name.function"], ["1", "constant.numeric"], ["t", "constant.language"]]],
  ["control", "(if (when-x) (let* ((a t)) (loop)))", [["if", "keyword.control"], ["let*", "keyword.control"], ["t", "constant.language"], ["loop", "keyword.control"]]],
  ["names with blanks", "|a ; b| 1", [["|a ; b|", "meta.symbol.bars"], ["1", "constant.numeric"]]],
  ["functions and backquote", "#'car `(,a ,@b)", [["#'", "keyword.operator.function"], ["`", "keyword.operator.quote"], [",", "keyword.operator.quote"], [",@", "keyword.operator.quote"]]],
  ["a script", "#!/usr/bin/env tessera\n(car x)", [["#!/usr/bin/env tessera", "comment.line.shebang"]]],
];

for (const [name, text, expected] of cases)
  test("grammar: " + name, async () => {
    const trimmed = expected.map(([piece, scope]) => [piece.trim(), scope]);
    assert.deepStrictEqual((await pieces(text)).filter(([piece]) => piece !== ""), trimmed.filter(([piece]) => piece !== ""));
  });

test("the grammar colors a whole file of the library without losing its way", async () => {
  const text = fs.readFileSync(path.join(home, "../forms.lisp"), "utf8") + "\n(defun the-end () :end)";
  assert.deepStrictEqual((await pieces(text)).slice(-3), [["defun", "keyword.other.definition"], ["the-end", "entity.name.function"], [":end", "constant.other.keyword"]]);
});

const text = '(defun a () "(" #\\( ; (\n  #| ( |# 1)\n\n\'(b)  \n(c\n(d e)\n';
for (const [name, place, expected] of [
  ["within", "1)", text.slice(0, text.indexOf("\n\n"))],
  ["at its beginning", "(defun", text.slice(0, text.indexOf("\n\n"))],
  ["with a quote in front", "b)", "'(b)"],
  ["after it in the line", "  \n(c", "'(b)"],
  ["after one that does not end", "e)", "(d e)"],
  ["between", "\n'(b)", ""],
])
  test("the form at the cursor: " + name, () => assert.strictEqual(formAt(text, text.indexOf(place)), expected));

test("the package's settings and files", () => {
  const { contributes, main, scripts } = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8"));
  for (const { path: file } of contributes.grammars) assert.ok(fs.existsSync(path.join(home, file)));
  for (const { configuration } of contributes.languages) {
    const { wordPattern } = JSON.parse(fs.readFileSync(path.join(home, configuration), "utf8"));
    assert.deepStrictEqual("(foo-bar *x* 'b:c)".match(new RegExp(wordPattern, "g")), ["foo-bar", "*x*", "b:c"]);
  }
  const source = fs.readFileSync(path.join(home, "src/extension.js"), "utf8");
  for (const { command } of contributes.commands) assert.match(source, new RegExp(command.replace("tessera.", "\\b")));
  assert.strictEqual(main, "./dist/extension.js");
  assert.ok(scripts.package);
});

// The page of the playground: an editor, a transcript, and a worker that evaluates.
import { autocompletion, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from "@codemirror/commands";
import { bracketMatching, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { clojure } from "@codemirror/legacy-modes/mode/clojure";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { examples } from "./examples.js";

const $ = (id) => document.getElementById(id);
const transcript = $("transcript"), language = $("language"), hint = $("hint"), status = $("status");
const modes = { "common-lisp": commonLisp, scheme, clojure };

/** Makes an element with properties and children. */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// --- what the browser keeps: the language, the text in the editor, and the texts that ran

const stored = (() => {
  try {
    return JSON.parse(localStorage.getItem("tessera")) ?? {};
  } catch {
    return {};
  }
})();
const work = { language: "common-lisp", draft: "", ran: [], ...stored };

function keep() {
  work.draft = editor.state.doc.toString();
  work.language = language.value;
  try {
    localStorage.setItem("tessera", JSON.stringify(work));
  } catch { /* a private window may keep nothing */ }
}

// --- the worker

let worker, nextId = 0, interruptUrl = null;
const waiting = new Map();
let isReady = false, isBusy = false, turn = null;

function showState(text) {
  status.textContent = text ?? (!isReady ? "Starting" : isBusy ? "Running" : "Ready");
  $("run").disabled = !isReady || isBusy;
  $("stop").hidden = !isBusy;
}

/** Sends a request to the worker. Returns a promise of the answer. */
function ask(call, operands) {
  const id = ++nextId;
  interruptUrl ??= URL.createObjectURL(new Blob());
  worker.postMessage({ id, call, operands, interruptUrl });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function interrupt() {
  URL.revokeObjectURL(interruptUrl);
  interruptUrl = null;
  showState("Interrupting");
}

async function startWorker() {
  worker?.terminate();
  waiting.clear();
  isReady = isBusy = false;
  showState();
  worker = new Worker("worker.js");
  worker.onerror = (event) => died(event.message);
  const ready = new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data.output !== undefined) showOutput(data.output, data.stream);
      else if (data.ready) resolve();
      else if (data.died) died(data.died);
      else {
        waiting.get(data.id)?.(data.answer);
        waiting.delete(data.id);
      }
    };
  });
  worker.postMessage({ files: await filesOfSite });
  await ready;
  isReady = true;
  showState();
}

const filesOfSite = fetch("files.json").then((response) => response.json());

/** The engine has ended, by a fault of it or of the browser: shows why, and starts another if it had begun. */
function died(why) {
  const goesOn = isReady;
  addTo(element("pre", { className: "output error-output", textContent: `The engine has ended: ${why}` }));
  worker.terminate();
  isReady = isBusy = false;
  if (goesOn) startWorker();
  else showState("The engine does not start in this browser");
}

// --- the transcript

function addTo(child, parent = turn ?? transcript) {
  const atEnd = transcript.scrollHeight - transcript.scrollTop - transcript.clientHeight < 80;
  parent.append(child);
  if (atEnd) transcript.scrollTop = transcript.scrollHeight;
}

const mostOutput = 200000;

function showOutput(text, stream) {
  const name = stream === 1 ? "output" : "output error-output";
  const last = turn?.lastElementChild;
  if (last?.className !== name) addTo(element("pre", { className: name, textContent: text }));
  else if (last.textContent.length < mostOutput) addTo(document.createTextNode(text), last);
}

/** Shows data that Lisp made: an image by its data alone, so that no script in it runs. */
function picture(type, data) {
  const image = element("img", { alt: "" });
  image.src = URL.createObjectURL(new Blob([data], { type }));
  return element("div", { className: "picture light" }, image);
}

function showAnswer([kind, ...rest]) {
  if (kind === "values") {
    for (const [text, type, data] of rest) {
      if (type === "image/svg+xml") addTo(picture(type, data));
      addTo(element("pre", { className: "value", textContent: text }));
    }
  } else if (kind === "error") {
    showError(...rest);
  } else if (kind === "failed") {
    addTo(element("div", { className: "error" }, element("div", { className: "message", textContent: rest.join(": ") })));
  } else {
    addTo(element("pre", { className: "note", textContent: "Given up." }));
  }
}

/** Shows an error with a button for each restart. One that wants a value has a field for it. */
function showError(message, restarts, frames) {
  const buttons = element("div", { className: "restarts" });
  const choose = (number, text) => {
    buttons.querySelectorAll("button, input").forEach((control) => { control.disabled = true; });
    finish(ask("choose", [number, text]));
  };
  restarts.forEach(([name, report, asks], number) => {
    const button = element("button", { textContent: report, title: name });
    if (asks !== "ask") {
      button.onclick = () => choose(number, "");
      buttons.append(button);
      return;
    }
    const field = element("input", { placeholder: "a form", ariaLabel: report, autocapitalize: "off", spellcheck: false });
    const form = element("form", {}, button, field);
    form.onsubmit = (event) => {
      event.preventDefault();
      if (field.value.trim() !== "") choose(number, field.value);
      else field.focus();
    };
    buttons.append(form);
  });
  const box = element("div", { className: "error", role: "alert" }, element("div", { className: "message", textContent: message }));
  if (frames?.length) {
    box.append(element("details", {}, element("summary", { textContent: "Backtrace" }), element("pre", { textContent: frames.join("\n") })));
  }
  box.append(buttons);
  addTo(box);
}

/** Waits for an evaluation, and shows its answer. */
async function finish(answer) {
  isBusy = true;
  showState();
  showAnswer(await answer);
  isBusy = false;
  showState();
}

async function run(text) {
  if (text.trim() === "" || !isReady || isBusy) return;
  transcript.querySelector(".welcome")?.remove();
  const typed = element("pre", { className: "typed", textContent: text, title: "Click to edit again" });
  typed.onclick = () => getSelection().isCollapsed && setText(text);
  turn = element("div", { className: "turn" }, typed);
  transcript.append(turn);
  transcript.scrollTop = transcript.scrollHeight;
  if (work.ran.at(-1) !== text) work.ran.push(text);
  work.ran = work.ran.slice(-200);
  place = work.ran.length;
  setText("");
  keep();
  await finish(ask("evaluate", [text, language.value]));
}

// --- the editor

const mode = new Compartment();
let place = work.ran.length;

/** Steps through the texts that ran, from the first or the last line of the editor. */
const step = (by) => (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  if (completionStatus(view.state) || line !== (by < 0 ? 1 : view.state.doc.lines)) return false;
  const wanted = place + by;
  if (wanted < 0 || wanted > work.ran.length) return false;
  place = wanted;
  setText(work.ran[place] ?? "", view);
  return true;
};

/** Enter runs a text whose parentheses are balanced, and else begins a line. */
function runOrBreak(view) {
  const text = view.state.doc.toString();
  if (view.state.selection.main.head < text.trimEnd().length || !isBalanced(text)) return insertNewlineAndIndent(view);
  run(text);
  return true;
}

/** True if no string or parenthesis of `text` is open. The engine reports what this does not see. */
function isBalanced(text) {
  const bare = text.replace(/#\\.|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|;[^\n]*|#\|[\s\S]*?\|#/g, " ");
  const count = (pattern) => (bare.match(pattern) ?? []).length;
  return !bare.includes('"') && count(/[([{]/g) <= count(/[)\]}]/g);
}

async function complete(context) {
  const word = context.matchBefore(/[^\s()'"`,;[\]{}]+/);
  if (!isReady || isBusy || (!context.explicit && (word === null || word.text.length < 2))) return null;
  const [start, ...names] = await ask("complete", [context.state.doc.toString(), context.pos]);
  if (names.length === 0 || start === "failed") return null;
  return { from: Number(start), options: names.slice(0, 100).map((label) => ({ label })), filter: false };
}

let hintTimer = 0;

function showHint() {
  clearTimeout(hintTimer);
  hintTimer = setTimeout(async () => {
    const text = editor.state.doc.toString();
    if (!isReady || isBusy) return;
    const [words, start, end] = text.includes("(") ? await ask("hint", [text, editor.state.selection.main.head]) : [];
    hint.replaceChildren();
    if (words && words !== "failed") {
      hint.append(words.slice(0, start), element("b", { textContent: words.slice(start, end) }), words.slice(end));
    }
  }, 120);
}

const editor = new EditorView({
  parent: $("editor"),
  state: EditorState.create({
    extensions: [
      mode.of([]),
      history(),
      bracketMatching(),
      indentUnit.of("  "),
      syntaxHighlighting(classHighlighter),
      placeholder("(+ 1 2)"),
      autocompletion({ override: [complete], icons: false }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "Program", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) keep();
        if (update.docChanged || update.selectionSet) showHint();
      }),
      Prec.high(keymap.of([
        { key: "Enter", run: (view) => completionStatus(view.state) !== "active" && runOrBreak(view), shift: insertNewlineAndIndent },
        { key: "Mod-Enter", run: (view) => (run(view.state.doc.toString()), true) },
        { key: "ArrowUp", run: step(-1) },
        { key: "ArrowDown", run: step(1) },
        { key: "Ctrl-c", run: (view) => isBusy && view.state.selection.main.empty && (interrupt(), true) },
      ])),
      keymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  }),
});

function setText(text, view = editor) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: text.length } });
}

function setLanguage(name) {
  language.value = name in modes ? name : "common-lisp";
  editor.dispatch({ effects: mode.reconfigure(StreamLanguage.define(modes[language.value])) });
  keep();
}

// --- programs in links: the text, compressed, after the "#"

const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function share() {
  const program = editor.state.doc.toString() || work.ran.at(-1) || "";
  const packed = await through(new TextEncoder().encode(JSON.stringify([language.value, program])), new CompressionStream("deflate-raw"));
  location.hash = base64(packed);
  try {
    await navigator.clipboard.writeText(location.href);
    showState("The link is copied");
  } catch {
    showState("The link is in the address");
  }
}

async function openLink() {
  try {
    const [name, program] = JSON.parse(new TextDecoder().decode(await through(bytesOf(location.hash.slice(1)), new DecompressionStream("deflate-raw"))));
    setLanguage(name);
    setText(program);
  } catch {
    showState("The link is damaged");
  }
}

// --- the start

function welcome() {
  transcript.replaceChildren(element("div", { className: "welcome", innerHTML:
    "<p>A Lisp that runs in this page. Type a form such as <code>(+ 1 2)</code> and press Enter. " +
    "Errors offer ways to go on, and values such as lazy lists and trees draw themselves.</p>" +
    "<p>The examples have a lazy list, a macro, restarts, and boards of the game Dice of Doom from the book <em>Land of Lisp</em>.</p>" }));
}

for (const [title, ,] of examples) $("examples").append(element("option", { value: title, textContent: title }));
$("examples").onchange = ({ target }) => {
  const [, name, text] = examples.find(([title]) => title === target.value) ?? [];
  target.value = "";
  if (!name) return;
  setLanguage(name);
  setText(text.trim());
  editor.focus();
};
language.onchange = () => setLanguage(language.value);
$("run").onclick = () => { run(editor.state.doc.toString()); editor.focus(); };
$("stop").onclick = interrupt;
$("share").onclick = share;
$("clear").onclick = () => { turn = null; welcome(); startWorker(); };
addEventListener("hashchange", openLink);

welcome();
const { draft } = work;  // setLanguage keeps what the editor holds now
setLanguage(work.language);
if (location.hash.length > 1) await openLink();
else setText(draft);
startWorker();
if (matchMedia("(hover: hover)").matches) editor.focus();
navigator.serviceWorker?.register("service-worker.js").catch(() => {});

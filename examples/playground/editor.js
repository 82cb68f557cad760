// The editor of Lisp: CodeMirror with completion and argument hints by the engine.
import { autocompletion, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from "@codemirror/commands";
import { bracketMatching, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { clojure } from "@codemirror/legacy-modes/mode/clojure";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { element } from "./turns.js";

export const modes = { "common-lisp": commonLisp, scheme, clojure };

/** True if the parentheses of `text` are balanced, as far as strings, characters and comments allow to tell. */
export function isWhole(text) {
  const bare = text.replace(/"(?:\\.|[^"\\])*"|#\\.\w*|;.*|\|[^|]*\|/g, "");
  const count = (set) => [...bare].filter((c) => set.includes(c)).length;
  return count("([{") <= count(")]}");
}

/** Returns where the last form of `text` begins. */
export function lastForm(text) {
  const bare = text.replace(/"(?:\\.|[^"\\])*"|#\\\w*|;.*|\|[^|]*\|/g, (found) => (found[0] === ";" ? " " : "x").repeat(found.length));
  let depth = 0, start = 0, inAtom = false;
  for (let i = 0; i < bare.length; i++) {
    const isBlank = /\s/.test(bare[i]);
    if (depth === 0 && !isBlank && !inAtom && !")]}".includes(bare[i])) start = i;
    if ("([{".includes(bare[i])) depth++;
    else if (")]}".includes(bare[i])) depth = Math.max(0, depth - 1);
    inAtom = depth === 0 && !isBlank && !")]}".includes(bare[i]);
  }
  return start;
}

/**
 * Makes an editor in `parent`. `run` is called for Control-Enter, and for Enter at the end of a whole text if
 * `enterRuns`. Its hints are shown in `hint`. `keys` are more bindings, `changed` is called after changes.
 */
export class Editor {
  #mode = new Compartment();
  #timer = 0;

  constructor({ parent, engine, hint, run, label = "Program", text = "", language = "common-lisp", enterRuns = false, keys = [], changed = () => {} }) {
    this.engine = engine;
    this.hint = hint;
    const enter = (view) => {
      if (completionStatus(view.state) === "active") return false;
      const program = view.state.doc.toString(), atEnd = program.slice(view.state.selection.main.head).trim() === "";
      if (!enterRuns || !atEnd || program.trim() === "" || !isWhole(program)) return false;
      run(program);
      return true;
    };
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          this.#mode.of(StreamLanguage.define(modes[language])),
          history(),
          bracketMatching(),
          indentUnit.of("  "),
          syntaxHighlighting(classHighlighter),
          enterRuns ? placeholder("(+ 1 2)") : [],
          autocompletion({ override: [(context) => this.#complete(context)], icons: false }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", spellcheck: "false" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed();
            if (update.docChanged || update.selectionSet) this.#showHint();
          }),
          Prec.high(keymap.of([
            { key: "Mod-Enter", run: () => (run(this.text), true) },
            { key: "Enter", run: enter, shift: insertNewlineAndIndent },
            ...keys,
          ])),
          keymap.of([...defaultKeymap, ...historyKeymap]),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: text.length } });
  }

  set language(name) {
    this.view.dispatch({ effects: this.#mode.reconfigure(StreamLanguage.define(modes[name])) });
  }

  async #complete(context) {
    const word = context.matchBefore(/[^\s()'"`,;[\]{}]+/);
    if (!context.explicit && (word === null || word.text.length < 2)) return null;
    const found = await this.engine.help("playground:complete", context.state.doc.toString(), context.pos);
    if (!found || found.length < 2) return null;
    return { from: found[0], options: found.slice(1, 101).map((label) => ({ label })), filter: false };
  }

  #showHint() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const text = this.text;
      const [words, start, end] = (text.includes("(") && await this.engine.help("playground:hint", text, this.view.state.selection.main.head)) || [];
      this.hint.replaceChildren();
      if (words) this.hint.append(words.slice(0, start), element("b", { textContent: words.slice(start, end) }), words.slice(end));
    }, 120);
  }
}

export const isCompleting = (view) => completionStatus(view.state) !== null;

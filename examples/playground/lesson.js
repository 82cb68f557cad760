// Pages with examples and exercises that run in place: the lessons and the manual.
import { Editor } from "./editor.js";
import { engine, root } from "./start.js";
import { keep, recall } from "./storage.js";
import { element } from "./turns.js";

const { setup } = document.body.dataset;  // a text that is evaluated before the first example
const name = `tessera ${location.pathname.slice(root.pathname.length)}`;
const work = { texts: {}, solved: [], ...recall(name) };
let isSetUp = false;

const button = (textContent, onclick, properties = {}) => element("button", { type: "button", textContent, onclick, ...properties });

/** Starts the engine with the first run, and evaluates what the page needs. */
async function prepare() {
  await (engine.ready && engine.state !== "Ended" ? engine.ready : engine.start());
  if (!isSetUp && setup) await engine.lisp.ask("playground:evaluate", setup, "common-lisp");
  isSetUp = true;
}

/** A program of the page, which can be edited and run. Its number is its place among those of the page. */
class Program {
  constructor(box, number) {
    Object.assign(this, { box, number, hasRun: false, isActive: false, language: box.dataset.language ?? "common-lisp", check: box.dataset.check });
    this.pre = box.querySelector("pre.code");
    this.original = (box.querySelector("pre.code code") ?? this.pre).textContent;
    this.turn = engine.turnAt(box.querySelector(".turn"));
    this.hint = element("div", { className: "hint", "aria-live": "polite" });
    this.turn.place.addEventListener("click", () => this.activate(), true);  // answers and "More" go on with this program
    this.runButton = button(this.check ? "Check" : "Run", () => this.runWithThoseBefore(), { className: "main run", title: "Control-Enter" });
    this.stopButton = button("Stop", () => engine.stop(), { hidden: true });
    this.bar = element("div", { className: "bar" }, this.runButton, this.stopButton);
    const again = button("Begin again", () => this.beginAgain());
    if (this.check) {
      this.bar.append(again);
      nearlyInView.observe(box);
      if (work.solved.includes(number)) box.classList.add("solved");
    } else {
      this.bar.append(button("Edit", ({ target }) => { target.replaceWith(again); this.edit(this.text).view.focus(); }, { className: "edit" }));
      if (work.texts[number] !== undefined) {
        this.turn.clear();  // it shows what the original text prints
        this.bar.querySelector(".edit").click();
      }
    }
    this.turn.place.before(this.bar);
  }

  get text() {
    return this.editor?.text ?? work.texts[this.number] ?? this.original;
  }

  /** Puts the original text back. */
  beginAgain() {
    this.becomeEditor();
    this.editor.text = this.original;
    delete work.texts[this.number];
    keep(name, work);
  }

  /** Makes the text an editor, unless it is one. */
  becomeEditor() {
    if (!this.editor) this.edit(this.text);
  }

  edit(text) {
    const parent = element("div", { className: "editor" });
    this.pre.replaceWith(parent, this.hint);
    this.editor = new Editor({
      parent, engine, text, hint: this.hint, language: this.language, run: () => this.runWithThoseBefore(),
      label: this.check ? "Your solution" : "Program",
      changed: () => {
        work.texts[this.number] = this.editor.text;
        keep(name, work);
      },
    });
    return this.editor;
  }

  /** Makes this the program that Stop stops. */
  activate() {
    programs.forEach((program) => { program.isActive = program === this; });
  }

  /** Runs the program after the examples before it that have not run, unless they are played by hand. */
  async runWithThoseBefore() {
    if (engine.state === "Running") return;
    this.activate();
    try {
      await prepare();
    } catch (error) {
      this.turn.clear();
      return this.turn.failed(error);
    }
    if (!setup) {
      for (const program of programs.slice(0, this.number).filter(({ hasRun, check, box }) => !hasRun && !check && !box.dataset.byHand)) {
        this.turn.clear();
        this.turn.add(element("p", { className: "note", textContent: "The examples above run first." }));
        if (!await program.run()) return;
      }
    }
    await this.run();
  }

  async run() {
    this.turn.clear();
    const went = await (this.check
      ? engine.run(this.turn, "playground:check", this.text, this.check, this.language)
      : engine.run(this.turn, "playground:evaluate", this.text, this.language));
    this.hasRun = went;
    if (this.turn.isRight && !work.solved.includes(this.number)) {
      work.solved.push(this.number);
      keep(name, work);
    }
    this.box.classList.toggle("solved", work.solved.includes(this.number));
    return went;
  }
}

/** Makes the text of an exercise an editor when it is nearly in view: making all of them at once would delay the page. */
const nearlyInView = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (isIntersecting) programs.find(({ box }) => box === target).becomeEditor();
  }
}, { rootMargin: "200px" });

/** Makes an example of the manual look like one of a lesson: <pre><code>form</code> ⇒ <samp>value</samp></pre>. */
function wrapped(pre) {
  const code = element("pre", { className: "code", tabIndex: 0 }, pre.querySelector("code"));
  const expected = element("pre", { className: "expected", textContent: pre.textContent.trim() });
  const box = element("section", { className: "example" }, code, element("div", { className: "turn" }, expected));
  pre.replaceWith(box);
  return box;
}

document.querySelectorAll("pre.example").forEach(wrapped);
const programs = [...document.querySelectorAll(".example, .exercise")].map((box, number) => new Program(box, number));
engine.addEventListener("state", () => {
  const isRunning = ["Running", "Interrupting"].includes(engine.state);
  for (const program of programs) {
    program.runButton.disabled = isRunning;
    program.stopButton.hidden = !(isRunning && program.isActive);
  }
});

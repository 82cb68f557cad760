// The playground: an editor, a transcript, and what the browser keeps.
import { Editor, isCompleting, lastForm, modes } from "./editor.js";
import { examples } from "./examples.js";
import { showFiles } from "./files.js";
import { openLink, shareLink } from "./links.js";
import { engine } from "./start.js";
import { keep, recall } from "./storage.js";
import { element } from "./turns.js";

const $ = (id) => document.getElementById(id);
const transcript = $("transcript"), language = $("language");
// Each tab has its own work; a new tab begins with the last one's.
const work = { language: "common-lisp", draft: "", ran: [], ...recall("tessera"), ...recall("tessera", "sessionStorage") };
let place = work.ran.length;

function keepWork() {
  work.draft = editor.text;
  work.language = language.value;
  keep("tessera", work);
  keep("tessera", work, "sessionStorage");
}

function showState(text) {
  $("status").textContent = text ?? (engine.state === "Ended" ? `${engine.problem}. Start over tries again` : engine.state);
  for (const id of ["run", "step", "expand"]) $(id).disabled = !engine.isReady;
  $("stop").hidden = !["Running", "Interrupting"].includes(engine.state);
  $("stop").textContent = engine.state === "Interrupting" ? "Start over" : "Stop";
}

/** Steps through the texts that ran, from the first or the last line of the editor. */
const recallBy = (by) => (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  if (isCompleting(view) || line !== (by < 0 ? 1 : view.state.doc.lines)) return false;
  const wanted = place + by;
  if (wanted < 0 || wanted > work.ran.length) return false;
  place = wanted;
  editor.text = work.ran[place] ?? "";
  return true;
};

const editor = new Editor({
  parent: $("editor"), engine, hint: $("hint"), run, enterRuns: true, text: work.draft, changed: keepWork,
  keys: [
    { key: "ArrowUp", run: recallBy(-1) },
    { key: "ArrowDown", run: recallBy(1) },
    { key: "Ctrl-c", run: (view) => engine.state === "Running" && view.state.selection.main.empty && (engine.stop(), true) },
  ],
});

/** Runs `text`, shown as `typed`, in a new turn. */
async function run(text, typed = text) {
  if (typed.trim() === "" || !engine.isReady) return;
  transcript.querySelector(".welcome")?.remove();
  const shown = element("pre", { className: "typed", textContent: typed, title: "Click to edit again" });
  shown.onclick = () => { if (getSelection().isCollapsed) editor.text = typed; };
  const box = element("div", { className: "turn" }, shown);
  transcript.append(box);
  transcript.scrollTop = transcript.scrollHeight;
  if (work.ran.at(-1) !== typed) work.ran.push(typed);
  work.ran = work.ran.slice(-200);
  place = work.ran.length;
  editor.text = "";
  keepWork();
  await engine.run(engine.turnAt(box), "playground:evaluate", text, language.value);
}

/** Runs the editor's text with its last form in a call of MACROSTEP or STEP, which are Common Lisp's. */
const runWithin = (before) => () => {
  const typed = editor.text.trim() || work.ran.at(-1) || "", start = lastForm(typed);
  run(`${typed.slice(0, start)}${before}${typed.slice(start)}\n)`, typed);
};

function setLanguage(name) {
  language.value = name in modes ? name : "common-lisp";
  editor.language = language.value;
  for (const id of ["step", "expand"]) $(id).hidden = language.value !== "common-lisp";
  keepWork();
}

function showExample(title) {
  const [, name, text] = examples.find(([other]) => title === other) ?? [];
  if (!name) return;
  setLanguage(name);
  editor.text = text.trim();
  editor.view.focus();
}

const welcome = transcript.firstElementChild.cloneNode(true);

async function followLink() {
  const found = await openLink();
  if (!found) return showState("The link is damaged");
  setLanguage(found.language);
  editor.text = found.program;
}

for (const [title] of examples) $("examples").append(element("option", { value: title, textContent: title }));
$("examples").onchange = ({ target }) => {
  showExample(target.value);
  target.value = "";
};
language.onchange = () => setLanguage(language.value);
$("run").onclick = () => { run(editor.text); editor.view.focus(); };
$("step").onclick = runWithin("(step ");
$("expand").onclick = runWithin("(macrostep '");
$("stop").onclick = () => engine.stop();
$("share").onclick = async () => showState(await shareLink(language.value, editor.text || work.ran.at(-1) || ""));
$("clear").onclick = () => { transcript.replaceChildren(welcome.cloneNode(true)); engine.start().catch(() => {}); };
addEventListener("hashchange", followLink);
engine.addEventListener("state", () => showState());
showState();
transcript.addEventListener("grown", () => {
  if (transcript.scrollHeight - transcript.scrollTop - transcript.clientHeight < 240) transcript.scrollTop = transcript.scrollHeight;
});
showFiles(engine, $("files"), $("file-list"));
setLanguage(work.language);
(location.hash.length > 1 ? followLink() : Promise.resolve()).then(() => {
  if (matchMedia("(hover: hover)").matches) editor.view.focus();
});

// Lessons: reads the pages of lessons/, which are written in a part of Markdown, and renders them. The build and the
// tests use it.
//
// Fenced blocks are: `lisp` (or scheme, clojure), an example; `game`, an example in Lisp that asks its reader;
// `result`, what an example prints, and after "=> " its values; and of an exercise, which a heading "### Exercise"
// begins: `start`, the text to begin with; `check`, a form that is true of a solution; `answer`, a solution.
import { StreamLanguage } from "@codemirror/language";
import { clojure } from "@codemirror/legacy-modes/mode/clojure";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { classHighlighter, highlightCode } from "@lezer/highlight";

const languages = { lisp: ["common-lisp", commonLisp], game: ["common-lisp", commonLisp], scheme: ["scheme", scheme], clojure: ["clojure", clojure] };

export const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** Returns the HTML of text with `code`, *emphasis* and [links](address). */
const inline = (text) =>
  text.split(/(`[^`]+`)/).map((part) => (part.startsWith("`")
    ? `<code>${escape(part.slice(1, -1))}</code>`
    : escape(part).replace(/\[([^\]]+)\]\(([^)]+?)(?:\.md)?\)/g, '<a href="$2.html">$1</a>').replace(/\*([^*]+)\*/g, "<em>$1</em>"))).join("");

/** Returns the lesson in `source`: its title, and its blocks in order: texts, examples and exercises. */
export function parseLesson(source) {
  const blocks = [];
  let title = "", exercise = null;
  for (const [, fence, info, code, heading, text] of source.matchAll(/^(```)(\w+)\n([\s\S]*?)^```$|^(#+ .*)$|^((?!```|#+ ).*\S.*(?:\n(?!```|#+ ).*\S.*)*)$/gm)) {
    if (fence) {
      const body = code.replace(/\n$/, ""), last = blocks.at(-1);
      if (info in languages) blocks.push({ kind: "example", language: languages[info][0], mode: languages[info][1], byHand: info === "game", code: body, result: "" });
      else if (info === "result") last.result = body;
      else exercise[info] = body;
    } else if (heading) {
      const [, level, words] = /^(#+) (.*)$/.exec(heading);
      if (level === "#") title = words;
      else if (words.startsWith("Exercise")) blocks.push(exercise = { kind: "exercise", title: words, texts: [], start: "", check: "nil", answer: "" });
      else {
        exercise = null;
        blocks.push({ kind: "heading", words });
      }
    } else if (exercise) exercise.texts.push(text);
    else blocks.push({ kind: "text", text });
  }
  return { title, blocks };
}

/** Returns the tour as a lesson: the steps of the module tour, each an exercise. */
export async function tourLesson(lisp) {
  const steps = await lisp.eval(`(require "tour")
    (flet ((for-page (text) (if (search "~s" text) (format nil text "dice_of_doom_v2.lisp") text)))
      (loop for step in tessera-tour::*steps*
            collect (list (tessera-tour::tour-step-title step) (for-page (tessera-tour::tour-step-text step)) (for-page (tessera-tour::tour-step-hint step)))))`);
  return { title: "A tour of Lisp", blocks: [
    { kind: "text", text: "Each step explains something and asks you to do it. *Check* evaluates what you typed. Nothing can break: errors offer ways to go on." },
    ...steps.map(([title, text, answer], i) => ({
      kind: "exercise", title: `${i + 1}. ${title}`, start: "", answer, check: `(list (require "tour")) (tessera-tour:step-done-p ${i} - /)`,
      texts: text.split(/^( {2}\(.*)$/m).map((part) => (part.startsWith("  (") ? `\`${part.trim()}\`` : inCode(part))),
    })),
  ] };
}

/** Returns a text of the tour with its forms and names in capitals as code. */
const inCode = (text) => text.trim().replace(/'?#?'?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, (form) => (/^'?\([a-z0-9+*'"(-]/.test(form) ? `\`${form.replace(/\n/g, " ")}\`` : form));

const paragraph = (text) => (text.startsWith("- ")
  ? `<ul>${text.split(/\n(?=- )/).map((item) => `<li>${inline(item.slice(2))}</li>`).join("")}</ul>`
  : `<p>${inline(text)}</p>`);

/** Returns the HTML of a program with its tokens marked. */
function highlighted(code, mode) {
  let html = "";
  highlightCode(code, StreamLanguage.define(mode).parser.parse(code), classHighlighter,
    (text, classes) => { html += classes ? `<span class="${classes}">${escape(text)}</span>` : escape(text); },
    () => { html += "\n"; });
  return html;
}

const renderers = {
  heading: ({ words }) => `<h2>${inline(words)}</h2>`,
  text: ({ text }) => paragraph(text),
  example: ({ code, mode, language, byHand, result }) =>
    `<section class="example" data-language="${language}"${byHand ? ' data-by-hand="true"' : ""}><pre class="code" tabindex="0"><code>${highlighted(code, mode)}</code></pre>` +
    `<div class="turn">${result && `<pre class="expected">${escape(result.replace(/^=> /gm, "⇒ "))}</pre>`}</div></section>`,
  exercise: ({ title, texts, start, check, answer }, level) =>
    `<section class="exercise" data-check="${escape(check)}"><h${level}>${inline(title)}</h${level}>${texts.map(paragraph).join("")}` +
    `<pre class="code"><code>${escape(start)}</code></pre><div class="turn"></div>` +
    `<details><summary>A solution</summary><pre tabindex="0"><code>${highlighted(answer, commonLisp)}</code></pre></details></section>`,
};

export function renderLesson({ title, blocks }) {
  const level = blocks.some(({ kind }) => kind === "heading") ? 3 : 2;  // of the headings of exercises
  return `<h1>${inline(title)}</h1>${blocks.map((block) => renderers[block.kind](block, level)).join("\n")}`;
}

/**
 * Returns a page of the site; `root` leads to its first page, `here` names the part that the page belongs to,
 * `style` is its style sheet, `beginning` the script that begins the engine.
 */
export const renderPage = ({ title, description, root, here, style, beginning, body, className = "lesson" }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${escape(description)}">
    <title>${escape(title)}</title>
    <script data-begin-at="${root}">${beginning}</script>
    <link rel="icon" href="${root}icon.svg">
    <style>${style}</style>
    <script defer src="${root}site.js" onerror="document.documentElement.className = 'broken'"></script>
  </head>
  <body class="${className}">
    <header>
      <a class="skip" href="#main">To the text</a>
      <nav aria-label="Site">
        <a class="brand" href="${root}index.html">Tessera</a>
        ${[["Playground", "index.html"], ["Tour", "lessons/tour.html"], ["Lessons", "lessons/index.html"], ["Manual", "manual/index.html"], ["Game", "game/index.html"]]
    .map(([name, page]) => `<a href="${root}${page}"${name === here ? ' aria-current="page"' : ""}>${name}</a>`).join("\n        ")}
      </nav>
    </header>
    <p class="incomplete" role="alert">A part of this page could not be loaded. <a href="">Load it again</a></p>
    <noscript><p class="incomplete">Programs run in this page by JavaScript, which this browser does not run now.</p></noscript>
${body}
  </body>
</html>
`;

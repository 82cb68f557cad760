// Finds the form at toplevel around a place in a text: strings, comments and characters are passed over.
"use strict";

// Where what begins at `start` ends: a string, a comment, a symbol in bars, a character; `start` itself if it is none
// of these.
const passed = (text, start) => {
  const from = (open, close, escape) => {
    for (let i = start + open; i < text.length; i++) {
      if (escape && text[i] === "\\") i++;
      else if (text.startsWith(close, i)) return i + close.length;
    }
    return text.length;
  };
  if (text[start] === '"') return from(1, '"', true);
  if (text[start] === ";") return from(1, "\n", false);
  if (text[start] === "|") return from(1, "|", true);
  if (text.startsWith("#\\", start)) return start + 3;
  if (text[start] === "\\") return start + 2;
  if (!text.startsWith("#|", start)) return start;
  let depth = 1;
  let i = start + 2;
  while (i < text.length && depth > 0) {
    if (text.startsWith("#|", i)) { depth++; i += 2; } else if (text.startsWith("|#", i)) { depth--; i += 2; } else i++;
  }
  return i;
};

const prefix = /(?:['`,@]|#['+.-]?)*$/;

// The lists at toplevel: [start, end] of each. A parenthesis in the first column begins a new one, so that one which is
// missing spoils no more.
const toplevelForms = (text) => {
  const forms = [];
  let depth = 0;
  let begin = 0;
  for (let i = 0; i < text.length;) {
    const end = passed(text, i);
    if (end > i) { i = end; continue; }
    if (text[i] === "(") {
      if (depth > 0 && text[i - 1] === "\n") depth = 0;
      if (depth++ === 0) begin = i - text.slice(Math.max(0, i - 8), i).match(prefix)[0].length;
    } else if (text[i] === ")" && depth > 0 && --depth === 0) forms.push([begin, i + 1]);
    i++;
  }
  return forms;
};

// The form at toplevel that has `offset` in it, or ends before it in the same line; else "".
const formAt = (text, offset) => {
  const forms = toplevelForms(text);
  const within = forms.find(([start, end]) => start <= offset && offset <= end);
  const before = forms.filter(([, end]) => end <= offset && !text.slice(end, offset).includes("\n")).pop();
  const found = within || before;
  return found ? text.slice(...found) : "";
};

module.exports = { formAt, toplevelForms };

// Shows evaluations: what they print, their values, and their questions, in an element of the page. All pages use it.

/** Makes an element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const button = (textContent, onclick, properties = {}) => element("button", { type: "button", textContent, onclick, ...properties });

const mostOutput = 200000, noMoreOutput = "\n… More output is not shown.";
const callBegin = "\ue002", callEnd = "\ue003", changeBegin = "\ue000", changeEnd = "\ue001";

/** Shows data that Lisp made: as an image, in which no script runs. A wide tree begins at its root, in the middle. */
function picture(type, data, isTree = false) {
  const image = element("img", { alt: "", src: `data:${type};charset=utf-8,${encodeURIComponent(data)}`, title: "Click to fit the picture, or to see it in full size" });
  const box = element("div", { className: "picture", tabIndex: 0, role: "group", "aria-label": "Picture" }, image);
  const toMiddle = () => { if (isTree) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2; };
  image.onload = () => {
    box.classList.toggle("fit", isTree && image.naturalWidth < 1.6 * box.parentElement.clientWidth);
    toMiddle();
  };
  image.onclick = () => {
    box.classList.toggle("fit");
    toMiddle();
  };
  return box;
}

/** What one evaluation shows. `ask` sends a request about it: see engine.js. */
export class Turn {
  constructor(place, ask) {
    this.place = place;
    this.ask = ask;
  }

  add(...children) {
    this.place.append(...children);
    this.place.dispatchEvent(new Event("grown", { bubbles: true }));
  }

  clear() {
    this.place.replaceChildren();
    this.steps = null;
  }

  output(text, stream) {
    const name = stream === 1 ? "output" : "output error-output", last = this.place.lastElementChild;
    if (last?.className !== name) this.add(element("pre", { className: name, textContent: text }));
    else if (last.textContent.length < mostOutput) last.append(text);
    else if (!last.textContent.endsWith(noMoreOutput)) last.append(noMoreOutput);
    this.place.dispatchEvent(new Event("grown", { bubbles: true }));
  }

  /** Shows the answer of an evaluation. Returns true unless it was given up. */
  answer([kind, ...rest]) {
    this.showPrintedPicture();
    this.steps?.remove();
    if (kind === "checked") {
      const right = rest.shift() === "right", failure = rest.shift();
      this.values(rest);
      this.add(element("p", { className: right ? "verdict right" : "verdict", role: "status" },
        right ? "Right." : "Not yet. ", ...(failure ? [element("code", { textContent: failure })] : [])));
      this.isRight = right;
    } else if (kind === "values") this.values(rest);
    else this.add(element("p", { className: "note", textContent: "Given up." }));
    return kind !== "left";
  }

  values(values) {
    for (const parts of values) this.add(this.value(parts, element("div", { className: "shown" })));
  }

  /** Shows a value in `box`, with a button if there is more of it. */
  value([text, type, data, kind, number], box) {
    const names = { lazy: "More elements", deeper: "A level more", tree: "Draw as a tree" };
    box.replaceChildren();
    if (type === "image/svg+xml") box.append(picture(type, data, kind !== "lazy"));
    const value = element("pre", { className: "value", textContent: text });
    box.append(type !== "" && text.length > 300 ? element("details", {}, element("summary", { textContent: "As text" }), value) : value);
    if (names[kind]) {
      box.append(button(names[kind], async ({ target }) => {
        target.disabled = true;
        const [, parts] = await this.ask("playground:more", number);
        if (!parts) return target.remove();
        this.value(parts, box);
        box.querySelector("button")?.focus();
      }, { className: "more" }));
    }
    return box;
  }

  /** Shows a picture that the program has printed: SVG, as chapter 17 does. */
  showPrintedPicture() {
    for (const output of this.place.querySelectorAll(":scope > .output:not(.drawn)")) {
      output.classList.add("drawn");
      const found = /<svg[\s>][\s\S]*<\/svg>/.exec(output.textContent);
      if (found) output.after(picture("image/svg+xml", found[0].includes("xmlns=") ? found[0] : found[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')));
    }
  }

  failed(error) {
    this.add(element("div", { className: "error", role: "alert" }, element("div", { className: "message", textContent: `${error.className ?? error.name}: ${error.message}` })));
  }

  // --- questions: each returns a promise of the answer, a list

  /** Shows an error with a button for each restart. One that wants a value has a field for it. */
  error(message, restarts, frames) {
    return new Promise((resolve) => {
      const buttons = element("div", { className: "restarts" });
      const choose = (...answer) => {
        buttons.querySelectorAll("button, input").forEach((control) => { control.disabled = true; });
        resolve(answer);
      };
      restarts.forEach(([name, report, asks], number) => {
        if (asks !== "ask") return buttons.append(button(report, () => choose(number), { title: name }));
        const field = element("input", { placeholder: "a form", "aria-label": report, autocapitalize: "off", spellcheck: false });
        buttons.append(element("form", {
          onsubmit: (event) => {
            event.preventDefault();
            if (field.value.trim() !== "") choose(number, field.value);
            else field.focus();
          },
        }, element("button", { textContent: report, title: name }), field));
      });
      const box = element("div", { className: "error", role: "alert" }, element("div", { className: "message", textContent: message }));
      if (frames?.length) box.append(element("details", {}, element("summary", { textContent: "Backtrace" }), element("pre", { textContent: frames.join("\n"), tabIndex: 0 })));
      box.append(buttons);
      this.add(box);
      box.scrollIntoView({ block: "nearest" });  // the program may be one that another needs
    });
  }

  /** Asks for a line of *STANDARD-INPUT*. */
  input() {
    return new Promise((resolve) => {
      const field = element("input", { "aria-label": "Input", placeholder: "The program reads a line", autocapitalize: "off", autocomplete: "off", spellcheck: false });
      const done = (line) => {
        form.replaceWith(element("pre", { className: "read", textContent: line ?? "(end of input)" }));
        resolve([line]);
      };
      const form = element("form", { className: "input", onsubmit: (event) => { event.preventDefault(); done(field.value); } },
        field, element("button", { textContent: "Send", className: "main" }), button("End of input", () => done(null)));
      this.add(form);
      field.focus();
    });
  }

  /** Shows `contents` in the box of the steps, which stays at its place, with buttons for the answers. */
  showSteps(label, contents, answers) {
    return new Promise((resolve) => {
      const focused = this.steps?.contains(document.activeElement) ? document.activeElement.textContent : null;
      this.steps ??= element("section", { className: "steps" });
      this.steps.setAttribute("aria-label", label);
      const choose = (...answer) => {
        this.steps.querySelectorAll("button, [role=button]").forEach((control) => control.setAttribute("aria-disabled", "true"));
        resolve(answer);
      };
      const buttons = answers.map(([text, answer, title]) => button(text, () => choose(answer), { title: title ?? "" }));
      this.steps.replaceChildren(...contents(choose), element("div", { className: "restarts" }, ...buttons));
      if (!this.steps.isConnected) this.add(this.steps);
      (buttons.find((made) => made.textContent === focused) ?? buttons[0]).focus({ preventScroll: true });
      this.steps.querySelector("mark")?.scrollIntoView({ block: "nearest" });
    });
  }

  step(form, place, values, variables) {
    const [text, start, end] = place ?? [form, 0, form.length];
    return this.showSteps("Steps of the evaluation", () => [
      ...(values ?? []).map((value) => element("p", { className: "stepped" }, "⇒ ", element("code", { textContent: value }))),
      element("pre", { tabIndex: 0 }, text.slice(0, start), element("mark", { textContent: text.slice(start, end) }), text.slice(end)),
      element("p", { className: "variables" }, ...(variables ?? []).flatMap(([name, value]) => [element("code", { textContent: `${name} = ${value}` }), " "])),
    ], [
      ["Into", "each", "Goes into the marked form"],
      ["Next", "over", "Evaluates the marked form without stops"],
      ["Out", "out", "Goes on to the end of this function"],
      ["Finish", "continue", "Goes on to the end without stops"],
      ["Quit", "quit", "Ends the evaluation"],
    ]);
  }

  macrostep(text, count, undone) {
    return this.showSteps("Steps of the expansion", (choose) => {
      const pre = element("pre"), open = [pre];
      let number = 0;
      for (const part of text.split(/([\ue000-\ue003])/)) {
        if (part === callEnd || part === changeEnd) open.pop();
        else if (part === callBegin || part === changeBegin) {
          const made = part === changeBegin ? element("mark") : element("span", { className: "call", role: "button", tabIndex: 0, title: "Expand this macro call" });
          if (part === callBegin) {
            const chosen = number++;
            made.onclick = () => choose(chosen);
            made.onkeydown = (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), choose(chosen));
          }
          open.at(-1).append(made);
          open.push(made);
        } else open.at(-1).append(part);
      }
      return [element("p", { textContent: count ? "Choose an underlined macro call to expand it." : "No macro call is left." }), pre];
    }, [
      ...(count ? [["Next", 0, "Expands the first macro call"], ["All", -2, "Expands all macro calls"]] : []),
      ...(undone ? [["Undo", -1, "Takes the last step back"]] : []),
      ["Done", null, "Returns the form that was reached"],
    ]);
  }
}

// Makes the pages of Dice of Doom lively: a step fetches the part of the page that shows the game and puts it in the place of the old
// one, and the computer's moves follow each other. Without this script, the same links load whole pages.
"use strict";

const paces = { slow: 1800, normal: 900, fast: 250 }; // milliseconds from one move of the computer to the next
const askAgain = 120;  // milliseconds until a computer that still thinks is asked again
const tryAgain = 1500; // milliseconds until a server that did not answer is asked again
const patience = 20000; // milliseconds that a server may take for an answer

let asking = null; // who asked for the step that the server has not answered: "person", "script"; null: it has answered all
let wanted = null; // the link that a person clicked last, while the script asked: its address and key
let timer = 0;

const game = () => document.getElementById("game");
const pace = () => document.getElementById("pace");

// Going on

async function step(address, who) {
  if (asking) return;
  asking = who;
  clearTimeout(timer);
  if (who === "person") {
    wanted = null;
    showBusy();
  }
  try {
    const signal = AbortSignal.timeout?.(patience);
    const response = await fetch(`${address}${address.includes("?") ? "&" : "?"}part=game&by=${who}`, { signal });
    if (response.status >= 500) throw new Error(response.statusText); // busy: it may answer the next time
    const text = await response.text();
    asking = null;
    if (!text.startsWith('<div id="game"')) return location.assign("/play");
    show(text);
    doWanted();
  } catch {
    asking = null;
    if (!wanted) game().removeAttribute("aria-busy");
    const trouble = "The server does not answer. Trying again.";
    game().querySelector(".prompt").textContent = trouble;
    say(trouble);
    timer = setTimeout(() => step("/play", "script"), tryAgain);
  }
}

// A person clicked `link`. What the script asks for meanwhile comes first.
function follow(link) {
  const address = link.getAttribute("href");
  if (asking === "script") {
    wanted = { address, key: link.dataset.key };
    showBusy();
  } else step(address, "person");
}

function showBusy() {
  game().setAttribute("aria-busy", "true");
}

// Does what was clicked while the script asked, if that can be done still: to skip the computer's moves can, though it has made one.
function doWanted() {
  if (!wanted) return;
  const { address, key } = wanted;
  wanted = null;
  const links = [...game().querySelectorAll("a[data-step]")];
  const link = links.find((one) => one.getAttribute("href") === address) ?? links.find((one) => key === "s" && one.dataset.key === "s");
  if (link) follow(link);
}

function show(text) {
  const before = game();
  const focus = focusMark();
  const listOpen = before.querySelector("details")?.open;
  const template = document.createElement("template");
  template.innerHTML = text;
  before.replaceWith(template.content.firstElementChild);
  const list = game().querySelector("details");
  if (list && listOpen) list.open = true;
  restoreFocus(focus);
  document.title = game().querySelector("h1").textContent + " – Dice of Doom";
  if (game().dataset.say !== before.dataset.say) say(game().dataset.say);
  playOn(game().dataset.move === before.dataset.move);
}

function say(text) {
  document.querySelector(".announcer").textContent = text;
}

// Lets the computer make its next move after a while, unless that is done by hand.
function playOn(thinking) {
  clearTimeout(timer);
  const next = game().dataset.next;
  const skipping = next.startsWith("/skip");
  if (!next || (pace().value === "hand" && !thinking && !skipping)) return;
  const delay = thinking ? askAgain : skipping ? 0 : paces[pace().value];
  timer = setTimeout(() => step(next, "script"), delay);
}

// Focus: what had it has it again, as far as it is still there

function focusMark() {
  const element = document.activeElement;
  if (!game().contains(element)) return null;
  return { hex: element.dataset.hex, key: element.dataset.key };
}

function restoreFocus(mark) {
  if (!mark) return;
  const wanted = (mark.hex && visible(`[data-hex="${mark.hex}"]`)) || (mark.key && visible(`[data-key="${mark.key}"]`)) ||
    game().querySelector("h1");
  if (wanted.matches("h1")) wanted.tabIndex = -1;
  wanted.focus({ preventScroll: true });
}

function visible(selector) {
  return [...game().querySelectorAll(selector)].find((element) => element.getClientRects().length > 0);
}

// Keys

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function moveFocus(hex, [columns, rows]) {
  const column = Number(hex.dataset.column) + columns;
  const row = Number(hex.dataset.row) + rows;
  visible(`[data-column="${column}"][data-row="${row}"]`)?.focus();
}

document.addEventListener("keydown", (event) => {
  const element = event.target;
  if (!game()?.contains(element) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (element.dataset.hex && arrows[event.key]) {
    event.preventDefault();
    moveFocus(element, arrows[event.key]);
  } else {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    visible(`[data-key="${CSS.escape(key)}"]`)?.click();
  }
});

// Links, and the beginning

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-step]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  follow(link);
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted && game()) step("/play", "script");
});

// The browser may keep nothing: then the pace is normal on each page.
function keptPace() {
  try {
    return localStorage.getItem("pace");
  } catch {
    return null;
  }
}

function keepPace() {
  try {
    localStorage.setItem("pace", pace().value);
  } catch {
    // so be it
  }
}

if (game()) {
  const kept = keptPace();
  pace().value = kept === "hand" || kept in paces ? kept : "normal";
  pace().closest("p").hidden = false;
  pace().addEventListener("change", () => {
    keepPace();
    playOn(false);
  });
  playOn(false);
}

// Makes the pages of Dice of Doom lively: a step fetches the part of the page that shows the game and puts it in the place of the old
// one, and the computers' moves follow each other. Without this script, the same links load whole pages.
import { moveFocus, focusMark, restoreFocus, visible } from "./focus.js";

const paces = { slow: 1800, normal: 900, fast: 250 }; // milliseconds from one move of the computer to the next
const askAgain = 120;  // milliseconds until a computer that still thinks is asked again
const tryAgain = 1500; // milliseconds until a server that did not answer is asked again
const patience = 20000; // milliseconds that a server may take for an answer

let asking = null; // who asked for the step that the server has not answered: "person", "script"; null: it has answered all
let wanted = null; // the link that a person clicked last, while the script asked: its address and key
let timer = 0;

const game = () => document.getElementById("game");
const pace = () => document.getElementById("pace");
const here = () => location.pathname + location.search;

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
    show(text, address, who);
    doWanted();
  } catch {
    asking = null;
    if (!wanted) game().removeAttribute("aria-busy");
    const trouble = "The server does not answer. Trying again.";
    game().querySelector(".prompt").textContent = trouble;
    say(trouble);
    timer = setTimeout(() => step(here(), "script"), tryAgain);
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

function show(text, address, who) {
  const before = game();
  const focus = focusMark(before);
  const listOpen = before.querySelector("details")?.open;
  const template = document.createElement("template");
  template.innerHTML = text;
  before.replaceWith(template.content.firstElementChild);
  const after = game();
  const list = after.querySelector("details");
  if (list && listOpen) list.open = true;
  restoreFocus(after, focus);
  document.title = after.dataset.title + " – Dice of Doom";
  if (after.dataset.say !== before.dataset.say) say(after.dataset.say);
  if (who !== "history") keepAddress(after.querySelector(".sel") ? address : "/play");
  playOn(after.dataset.move === before.dataset.move);
}

function say(text) {
  document.querySelector(".announcer").textContent = text;
}

// The address says which hex is chosen, so that a reload keeps the choice and the back button undoes it. There is one entry for that in the
// browser's history, above the game's own.
function keepAddress(address) {
  if (address === here()) return;
  if (history.state === "choice") history.replaceState("choice", "", address);
  else if (address !== "/play") history.pushState("choice", "", address);
  else history.replaceState(null, "", address);
}

window.addEventListener("popstate", () => {
  if (game()) step(here(), "history");
});

// Lets the computer make its next move after a while, unless that is done by hand.
function playOn(thinking) {
  clearTimeout(timer);
  const next = game().dataset.next;
  const skipping = next.startsWith("/skip");
  if (!next || (pace().value === "hand" && !thinking && !skipping)) return;
  const delay = thinking ? askAgain : skipping ? 0 : paces[pace().value];
  timer = setTimeout(() => step(next, "script"), delay);
}

// Keys

document.addEventListener("keydown", (event) => {
  const element = event.target;
  if (!game() || event.ctrlKey || event.altKey || event.metaKey || element.closest?.("input, select, textarea")) return;
  if (event.key.startsWith("Arrow")) {
    if (moveFocus(game(), event.key)) event.preventDefault();
  } else {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    visible(game(), `[data-key="${CSS.escape(key)}"]`)?.click();
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
  if (event.persisted && game()) step(here(), "history");
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
  document.documentElement.dataset.pace = pace().value;
  try {
    localStorage.setItem("pace", pace().value);
  } catch {
    // so be it
  }
}

if (game()) {
  const kept = keptPace();
  pace().value = kept === "hand" || kept in paces ? kept : "normal";
  document.documentElement.dataset.pace = pace().value;
  pace().closest("details").hidden = false;
  pace().addEventListener("change", () => {
    keepPace();
    playOn(false);
  });
  playOn(false);
}

// Makes steps without loading pages: fetches the part of the page that shows the game, replaces the old one, and lets
// the computers' moves follow each other. Without this script the same links load whole pages.
import * as camera from "./camera.js";
import { moveFocus, focusMark, restoreFocus, visible, wayOf } from "./focus.js";
import * as settings from "./settings.js";

// The pace of computers' moves: `rate` is the speed of animations, `pause` are milliseconds after each move, and
// `still` those between moves for visitors who prefer no motion.
const paces = {
  slow: { rate: 0.55, pause: 500, still: 1800 },
  normal: { rate: 1, pause: 150, still: 900 },
  fast: { rate: 3, pause: 20, still: 250 },
  hand: { rate: 1, pause: 0, still: 0 },
};
const aside = { rate: 2, pause: 60, still: 90 }; // at the normal pace, for moves of others against others, which are not animated
const longestRound = 3000; // milliseconds: at the normal pace the rest of a round of computers is then skipped
const behind = { rate: 6, pause: 0, still: 60 }; // in a game with friends, for moves that are far behind
const askAgain = 120;  // milliseconds until a computer that is thinking is asked again
const tryAgain = 1500; // milliseconds until a server without a response is asked again
const patience = 20000; // milliseconds that a response may take

let asking = null; // who made the pending request: "person" or "script"; null if there is none
let wanted = null; // the link clicked last during a request of the script: its address and key
let timer = 0;
let roundBegan = 0; // when the person was last to move
let film = null; // the module that animates moves; null until the first step has loaded it, which a first view does not need

const still = matchMedia("(prefers-reduced-motion: reduce)");
const game = () => document.getElementById("game");
const here = () => location.pathname + location.search;
const showing = () => film?.showing() ?? false;
const cut = () => film?.cut();

// Steps

async function step(address, who) {
  if (asking) return;
  asking = who;
  clearTimeout(timer);
  if (who === "person") {
    wanted = null;
    showBusy();
  }
  const loaded = loadFilm();
  try {
    const signal = AbortSignal.timeout?.(patience);
    const response = await fetch(`${address}${address.includes("?") ? "&" : "?"}part=game&by=${who}`, { signal });
    if (response.status >= 500) throw new Error(response.statusText); // busy: try again later
    const text = await response.text();
    if (!text.startsWith('<div id="game"')) return location.assign(game().dataset.home ?? new URL("../play", import.meta.url));
    const after = parsed(text);
    await loaded;
    await showMove(game(), after);
    asking = null;
    put(after, address, who);
    doWanted();
  } catch {
    asking = null;
    if (!wanted) game().removeAttribute("aria-busy");
    tellTrouble();
    timer = setTimeout(() => step(here(), "script"), tryAgain);
  }
}

// Loads what animates moves, beside the first step.
async function loadFilm() {
  if (film || still.matches) return;
  film = await import("./film.js").catch(() => null); // the game continues without it
}

function tellTrouble() {
  const { trouble } = document.body.dataset;
  game().querySelector(".prompt").textContent = trouble;
  say(trouble);
}

// A person clicked `link`. A running request, and the board after an attack, are finished first; a running animation is
// cut short.
function follow(link) {
  const address = link.getAttribute("href");
  if (asking === "script" || (asking && showing())) {
    wanted = link.matches(".aim") && showing() ? null : { address, key: link.dataset.key, hex: link.dataset.hex };
    if (!showing()) showBusy();
    cut();
  } else {
    cut(); // dice that still fall
    step(address, "person");
  }
}

function showBusy() {
  game().setAttribute("aria-busy", "true");
}

// Follows the link that was clicked during a request or an animation, if the page still has it, or one with the same
// key or of the same hex. The computers' moves can be skipped even after one of them.
function doWanted() {
  if (!wanted) return;
  const { address, key, hex } = wanted;
  wanted = null;
  const links = [...game().querySelectorAll("a[data-step]")];
  const link = links.find((one) => one.getAttribute("href") === address) ?? links.find((one) => key && one.dataset.key === key) ??
    links.find((one) => hex && one.dataset.hex === hex && one.matches(".can"));
  if (link) follow(link);
}

function parsed(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content.firstElementChild;
}

// Moves

// The move that leads from what `before` shows to `after`: its player, true if it was won, its hexes (none if it
// passes), the defender, what the dice of both showed, the hexes that got one. Null if there is none, or more than one.
function moveBetween(before, after) {
  const next = before.dataset.game === after.dataset.game && Number(after.dataset.move) === Number(before.dataset.move) + 1;
  const event = next && JSON.parse(after.dataset.event);
  if (!event) return null;
  const [player, won, hexes, defender, attack, defense, gained] = event;
  return { player, won: won === 1, hexes, defender, attack, defense, gained };
}

const shown = (move) => move && film && !still.matches && !document.hidden;

// True if `move` is one of others against others, in a `part` shown to a player.
function ofOthers(part, { player, hexes, defender }) {
  const mine = part.dataset.mine ? part.dataset.mine.split(" ").map(Number) : [];
  return mine.length > 0 && !mine.includes(player) && !(hexes.length && mine.includes(defender));
}

function paceOf(part, move) {
  const waiting = Number(part.dataset.behind ?? 0);
  if (waiting > 12) return behind;
  if (waiting > 3 || part.dataset.out) return paces.fast;
  return settings.pace() === "normal" && move && ofOthers(part, move) ? aside : paces[settings.pace()];
}

async function showMove(before, after) {
  const move = moveBetween(before, after);
  if (!shown(move) || move.hexes.length === 0 || paceOf(before, move) === aside) return;
  before.removeAttribute("aria-busy");
  before.querySelector(".prompt").textContent = after.dataset.begin;
  camera.bringIntoSight(...move.hexes.map((pos) => before.querySelector(`[data-hex="${pos}"]`)));
  try {
    await film.showAttack(before, move, paceOf(before, move).rate, sound);
  } catch (problem) {
    console.error(problem); // the game continues without it
  }
}

function put(after, address, who) {
  const before = game();
  const move = moveBetween(before, after);
  const focus = focusMark(before);
  before.replaceWith(after);
  camera.renew(after);
  restoreFocus(after, focus);
  document.title = after.dataset.title + " – Dice of Doom";
  soundOf(before, after);
  if (after.dataset.say !== before.dataset.say) say(after.dataset.say);
  if (who !== "history") keepAddress(after.querySelector(".sel") ? address : after.dataset.address, after);
  keepFields(before, after);
  listen(after);
  offerToShare(after);
  const pace = paceOf(after, move);
  if (after.dataset.stage !== "computer") roundBegan = 0;
  const falling = shown(move) && move.gained.length ? film.showReinforcements(after, move.gained, pace.rate, sound) : null;
  playOn(after.dataset.move === before.dataset.move, pace, falling);
}

// Keeps what the visitor has typed and opened.
function keepFields(before, after) {
  for (const old of before.querySelectorAll("input[id]:not([readonly]), details[class]")) {
    const now = old.id ? after.querySelector(`#${old.id}`) : after.querySelector(`details[class="${old.className}"]`);
    if (now) old.matches("details") ? (now.open = old.open) : (now.value = old.value);
  }
}

// Shows others' moves in a game with friends.
async function listen(part) {
  if (!("live" in part.dataset)) return;
  const live = await import("./live.js");
  if (part !== game()) return;
  live.listen(part, () => {
    if (part === game() && !asking) step(part.querySelector(".sel") ? here() : part.dataset.after, "script");
  }, () => tellTrouble());
}

async function offerToShare(part) {
  if (part.querySelector("[data-copy], [data-share-file]")) (await import("./share.js")).show(part);
}

// Plays the sound `name` if the visitor wants sounds.
async function sound(name) {
  if (settings.soundOn()) (await import("./sound.js")).play(name);
}

function soundOf(before, after) {
  const { stage } = after.dataset;
  if (stage === before.dataset.stage) return;
  if (stage === "person") sound("turn");
  if (stage === "over") sound(after.querySelector(".hail.won") ? "victory" : "defeat");
}

function say(text) {
  document.querySelector(".announcer").textContent = text;
}

// The address contains the chosen hex, so that a reload keeps the choice and the back button undoes it. It is one entry
// in the browser's history above the game's own.
function keepAddress(address, after) {
  if (address === here()) return;
  if (history.state === "choice") history.replaceState("choice", "", address);
  else if (address !== after.dataset.address) history.pushState("choice", "", address);
  else history.replaceState(null, "", address);
}

window.addEventListener("popstate", () => {
  if (game()) step(here(), "history");
});

// Lets the computer make its next move at `pace`, and after `falling` dice, unless that is done by hand.
async function playOn(thinking, pace, falling) {
  clearTimeout(timer);
  const here = game();
  const next = here.dataset.next;
  const skipping = /\/(skip|hint)\?/.test(next);
  if (here.dataset.result) import("./statistics.js").then(({ countGame }) => countGame(here.dataset.game, here.dataset.result));
  if (!next || (settings.pace() === "hand" && !thinking && !skipping)) return;
  await falling;
  if (here !== game()) return; // the game has changed meanwhile
  clearTimeout(timer);
  timer = setTimeout(() => step(late(here) ?? next, "script"), thinking ? askAgain : skipping ? 0 : still.matches ? pace.still : pace.pause);
}

// Returns the address that skips the rest of the computers' moves if they take too long; else undefined.
function late({ dataset: { stage, out, live } }) {
  if (stage !== "computer" || settings.pace() !== "normal" || out || live !== undefined) return undefined;
  roundBegan ||= performance.now();
  return performance.now() - roundBegan > longestRound ? game().querySelector('[data-key="s"]')?.getAttribute("href") : undefined;
}

// Keys

document.addEventListener("keydown", (event) => {
  const element = event.target;
  if (!game() || event.ctrlKey || event.altKey || event.metaKey || element.closest?.("input, select, textarea")) return;
  if (wayOf(event)) {
    if (moveFocus(game(), wayOf(event))) event.preventDefault();
  } else if (["+", "-"].includes(event.key) && settings.keysOn()) {
    camera.zoom(event.key === "+" ? "in" : "out");
  } else if (event.key.length > 1 || settings.keysOn()) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    visible(game(), `[data-key="${CSS.escape(key)}"]`)?.click();
  }
});

// Links and start

const plain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
const stepAt = (element) => game() && element?.closest?.("a[data-step]");

let pressed = null; // where the pointer went down on the game; null once that has become a click

document.addEventListener("click", (event) => {
  const replaced = pressed && !pressed.target.isConnected;
  pressed = null;
  if (showing() && event.target.closest?.(".board")) cut();
  const link = stepAt(replaced ? document.elementFromPoint(event.clientX, event.clientY) : event.target);
  if (!link || !plain(event)) return;
  event.preventDefault();
  follow(link);
});

// Where what was pressed is replaced before it is released, as by falling dice or a new board, the browser makes no
// click, or one of something around it. The link that is there then is followed all the same.

document.addEventListener("pointerdown", (event) => {
  pressed = plain(event) && event.isPrimary && event.target.closest?.("#game") ? event : null;
});

document.addEventListener("pointercancel", () => (pressed = null));

document.addEventListener("pointerup", (event) => {
  const down = pressed;
  if (!down || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 8) return;
  setTimeout(() => {
    if (pressed !== down) return; // it was a click
    pressed = null;
    const link = stepAt(document.elementFromPoint(event.clientX, event.clientY));
    if (link) follow(link);
  }, event.pointerType === "mouse" ? 0 : 120); // fingers' clicks are late
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted && game()) step(here(), "history");
});

navigator.serviceWorker?.register(new URL("../worker.js", import.meta.url)).catch(() => {}); // where it is not allowed, there is none

if (game()) {
  settings.begin(Object.keys(paces), (name) => {
    if (name === "pace") playOn(false, paceOf(game()), null);
    if (name === "sound") sound("turn");
  });
  camera.begin();
  camera.renew(game());
  listen(game());
  offerToShare(game());
  playOn(false, paceOf(game()), null);
}

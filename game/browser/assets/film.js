// Animates attacks and reinforcements on the board. The old board is in the page while an attack is shown; the caller
// then replaces it with the new one.

const rolling = 380, standing = 260, moving = 340; // milliseconds: the dice roll, the sums stand, the winner moves over
const out = "cubic-bezier(.2,.7,.2,1)", falling = "cubic-bezier(.5,0,.9,.6)";
const dieStep = 24, lane = [28, 4];
// The nine places of a face, row by row, that have a spot for one, two, ... six.
const spots = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

let scene = null; // the running animation: { over, end }

export const showing = () => scene !== null;

// Ends the running animation at once.
export function cut() {
  scene?.end();
}

// Runs `show`, a function of the scene that waits and animates by it, until it ends or is cut. `rate` is its speed
// relative to the normal one.
async function play(show, rate) {
  cut();
  const mine = { over: false, rate, restore: [] };
  const ended = new Promise((resolve) => (mine.end = () => ((mine.over = true), resolve())));
  mine.wait = (milliseconds) => new Promise((resolve) => setTimeout(() => mine.over || resolve(), milliseconds / rate));
  mine.animate = (element, frames, duration, options = {}) =>
    element.animate(frames, { duration: duration / rate, fill: "both", easing: out, ...options, delay: (options.delay ?? 0) / rate }).finished;
  scene = mine;
  await Promise.race([ended, show(mine)]);
  mine.over = true;
  for (const restore of mine.restore) restore();
  if (scene === mine) scene = null;
}

const sum = (faces) => faces.reduce((one, other) => one + other, 0);
const throwDice = (faces) => faces.map(() => 1 + Math.floor(Math.random() * 6));
const shift = (x, y, more = "") => `translate(${x}px, ${y}px) ${more}`;

// Drawing

// Returns a box with the dice and the sum of `player`, its center at x, y.
function tossOf(player, faces, x, y, size) {
  const columns = faces.length > 5 ? Math.ceil(faces.length / 2) : faces.length;
  const dice = faces.map((face, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const inside = spots[face].map((s) => `<circle cx="${((s % 3) - 1) * 10}" cy="${(Math.floor(s / 3) - 1) * 10}" r="4"/>`).join("");
    return `<g transform="translate(${(column - (columns - 1) / 2) * 42} ${34 + 42 * row})"><rect x="-18" y="-18" width="36" height="36" rx="8"/>${inside}</g>`;
  });
  const width = tossWidth(faces.length);
  const height = faces.length > 5 ? 166 : 124;
  return `<g class="toss p${player}" transform="translate(${x} ${y - (height - 124) * size}) scale(${size})"><g><rect class="box" x="${-width / 2}" y="-62" width="${width}" height="${height}" rx="22"/>` +
    `<text y="-22">${sum(faces)}</text>${dice.join("")}</g></g>`;
}

const tossWidth = (count) => Math.max(116, (count > 5 ? Math.ceil(count / 2) : count) * 42 + 20);

// Returns everything on the board that an attack needs: its layers, both tiles and their centers, and places for both
// sums.
function stage(game, { hexes, attack, defense }) {
  const board = game.querySelector(".board");
  const aloft = board.querySelector(".aloft");
  const [source, target] = hexes.map((pos) => board.querySelector(`[data-hex="${pos}"]`));
  const [[ax, ay], [dx, dy]] = [source, target].map((tile) => {
    const { e, f } = new DOMMatrix(getComputedStyle(tile).transform);
    return [e, f];
  });
  const { a: scale, e: origin } = aloft.getScreenCTM();
  const [leftmost, rightmost] = ["left", "right"].map((side) => (board.getBoundingClientRect()[side] - origin) / scale); // the visible part
  const size = Math.max(1, 0.5 / scale);
  const [left, right] = ax <= dx ? [attack, defense] : [defense, attack];
  const [wide, narrow] = [left, right].map((faces) => tossWidth(faces.length) * size);
  const room = Math.max(leftmost + wide + 16, Math.min(rightmost - narrow - 16, (ax + dx) / 2));
  const [before, behind] = [room - wide / 2 - 8, room + narrow / 2 + 8];
  return { board, aloft, source, target, ax, ay, dx, dy, size, sums: { a: ax <= dx ? before : behind, d: ax <= dx ? behind : before, y: Math.min(ay, dy) - 150 - 40 * (size - 1) } };
}

function heapOf(player, x, y, count) {
  const dice = [...Array(count).keys()].map((z) => `<use href="#dd" x="${lane[0] + (z % 2 ? 1.5 : -1.5)}" y="${lane[1] - dieStep * z}"/>`);
  return `<g class="p${player}" transform="translate(${x} ${y})">${dice.join("")}</g>`;
}

function setStack(tile, count) {
  tile.querySelector(".stack").setAttribute("href", `#s${count}`);
  tile.querySelector(".mark text").textContent = count;
}

function setOwner(tile, player) {
  tile.setAttribute("class", tile.getAttribute("class").replace(/\bp\d+\b/, `p${player}`));
  tile.querySelector(".mark use").setAttribute("href", `#g${player}`);
}

// Attacks

async function roll(mine, set, { player, won, defender, attack, defense }) {
  const { aloft, sums, size } = set;
  const show = (one, other) => (aloft.innerHTML = tossOf(player, one, sums.a, sums.y, size) + tossOf(defender, other, sums.d, sums.y, size));
  for (const end = performance.now() + rolling / mine.rate; performance.now() < end; await mine.wait(50)) show(throwDice(attack), throwDice(defense));
  show(attack, defense);
  const [winner, loser] = won ? aloft.children : [...aloft.children].reverse();
  loser.classList.add("beaten");
  mine.animate(winner.firstElementChild, [{ transform: "scale(1)" }, { transform: "scale(1.18)" }], 140);
  await mine.wait(standing);
}

// The dice of a stack tumble and vanish, except the lowest `keep`.
async function crumble(mine, { aloft }, tile, player, x, y, keep) {
  const count = Number(tile.querySelector(".mark text").textContent);
  aloft.insertAdjacentHTML("afterbegin", heapOf(player, x, y, count));
  const dice = [...aloft.firstElementChild.children];
  if (keep) setStack(tile, keep);
  else tile.querySelector(".stack").removeAttribute("href");
  dice.slice(0, keep).forEach((die) => die.remove());
  await Promise.all(dice.slice(keep).map((die, i) =>
    mine.animate(die, [{ transform: shift(0, 0), opacity: 1 }, { transform: shift(i % 2 ? 48 : -40, 30 - 4 * i, `rotate(${i % 2 ? 40 : -40}deg)`), opacity: 0 }], 280,
      { delay: 16 * (count - i), easing: falling })));
}

// All dice but one fly over, and the hex turns over.
async function takeOver(mine, set, { player, defender, attack }) {
  const { aloft, source, target, ax, ay, dx, dy } = set;
  const moved = attack.length - 1;
  crumble(mine, set, target, defender, dx, dy, 0);
  setStack(source, 1);
  aloft.insertAdjacentHTML("beforeend", `<g class="p${player}"><use href="#s${moved}" x="${lane[0]}" y="${lane[1]}"/></g>`);
  const flying = aloft.lastElementChild;
  const high = Math.min(ay, dy) - 80;
  const flight = mine.animate(flying, [
    { transform: shift(ax, ay - dieStep), easing: "ease-out" },
    { transform: shift((ax + dx) / 2, high), easing: "ease-in" },
    { transform: shift(dx, dy) },
  ], moving, { easing: "linear" });
  await mine.wait(90);
  const parts = [target.querySelector(".slab"), target.querySelector(".mark")];
  await mine.animate(parts[0], [{ transform: "none" }, { transform: "scaleY(.05)" }], 110, { easing: "ease-in" });
  if (mine.over) return;
  setOwner(target, player);
  setStack(target, moved);
  target.querySelector(".stack").removeAttribute("href");
  mine.animate(parts[1], [{ opacity: 0 }, { opacity: 1 }], 140);
  await mine.animate(parts[0], [{ transform: "scaleY(.05)" }, { transform: "none" }], 140);
  await flight;
}

/**
 * Shows the attack `event` on the board of `game`, the old board; `sound` is a function of the name of a sound, or
 * missing. Ends when everything is shown, or when it is cut.
 */
export function showAttack(game, event, rate, sound) {
  return play(async (mine) => {
    const { player, won, attack } = event;
    const set = stage(game, event);
    set.source.classList.add("acting");
    if (attack.length) {
      sound("roll");
      await roll(mine, set, event);
    } else set.aloft.replaceChildren();
    if (mine.over) return;
    sound(won ? "won" : "lost");
    if (won) await takeOver(mine, set, attack.length ? event : withoutDice(set, event));
    else await crumble(mine, set, set.source, player, set.ax, set.ay, 1);
    await mine.wait(60);
  }, rate);
}

// The dice that move when none are rolled: those on the hex.
function withoutDice({ source }, event) {
  const count = Number(source.querySelector(".mark text").textContent);
  return { ...event, attack: Array(count).fill(6) };
}

// Shows reinforcements on the new board: a die drops on each hex of `gained`, one after the other.

export function showReinforcements(game, gained, rate, sound) {
  const step = Math.min(70, 600 / gained.length);
  return play((mine) => Promise.all(gained.map(async (pos, i) => {
    const tile = game.querySelector(`[data-hex="${pos}"]`);
    const count = Number(tile.querySelector(".mark text").textContent);
    setStack(tile, count - 1);
    mine.restore.push(() => setStack(tile, count)); // where it is cut
    await mine.wait(step * i);
    tile.insertAdjacentHTML("beforeend", `<use href="#dd" x="${lane[0]}" y="${lane[1] - dieStep * (count - 1)}"/>`);
    const die = tile.lastElementChild;
    await mine.animate(die, [{ transform: shift(0, -180), opacity: 0 }, { transform: shift(0, 0), opacity: 1 }], 260, { easing: falling });
    sound("drop");
    die.remove();
    setStack(tile, count);
  })).then(() => undefined), rate);
}

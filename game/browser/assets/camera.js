// Zooms the board: by two fingers, by buttons where hexes are small, by + and -; a zoomed board is moved by a finger or
// the mouse. The view is kept when the board of the next step comes.

const most = 4, step = 1.5;
const slip = 8;       // pixels that a finger may move in a tap
const small = 48;     // pixels: boards with narrower hexes, and with more hexes in a row than the next value, get buttons
const many = 7;
const at = { scale: 1, x: 0, y: 0 };
const fingers = new Map(); // pointers on the board by id
let pinch = null;     // the beginning of a pinch: { distance, scale }
let moved = false;    // true from when a finger moves the board until it is lifted and its click is over

const boardOf = (game) => game?.querySelector(".board");
const current = () => boardOf(document.getElementById("game"));

// Returns the visible part of the picture in its own units as if it were not zoomed: left, top, right, bottom.
function sight(board) {
  const { a, e, f } = board.getScreenCTM();
  const { left, top, right, bottom } = board.getBoundingClientRect();
  return [(left - e) / a, (top - f) / a, (right - e) / a, (bottom - f) / a];
}

// Prevents the browser's own gestures: it takes a quickly lifted finger for a fling and then ignores a tap that
// follows.
const keep = (event) => event.cancelable && event.preventDefault();

function apply(board) {
  const [left, top, right, bottom] = sight(board);
  const more = 1 - at.scale;
  at.x = Math.min(left * more, Math.max(right * more, at.x));
  at.y = Math.min(top * more, Math.max(bottom * more, at.y));
  board.classList.toggle("zoomed", at.scale > 1);
  board.ontouchmove = at.scale > 1 ? keep : null;
  board.querySelector(".zoom").style.transform = at.scale > 1 ? `translate(${at.x}px, ${at.y}px) scale(${at.scale})` : "";
}

/** Gives the board of `game`, which is in the page, the view of the previous one. */
export function renew(game) {
  const board = boardOf(game);
  if (!board) return;
  apply(board);
  const hex = board.querySelector(".slab").getBoundingClientRect().width / at.scale;
  document.documentElement.toggleAttribute("data-zooms", hex < small || at.scale > 1 || Number(getComputedStyle(board).getPropertyValue("--n")) > many);
}

// Zooms to `scale` while the point x, y of the screen stays in place.
function zoomTo(board, scale, x, y) {
  const { a, e, f } = board.getScreenCTM();
  const [u, v] = [(x - e) / a, (y - f) / a];
  const next = Math.max(1, Math.min(most, scale));
  at.x = u - ((u - at.x) * next) / at.scale;
  at.y = v - ((v - at.y) * next) / at.scale;
  at.scale = next;
  apply(board);
}

/** Zooms "in" or "out", as `way` says, around the focused element or the middle. */
export function zoom(way) {
  const board = current();
  if (!board) return;
  const focused = document.activeElement.closest?.("[data-hex]")?.querySelector(".slab") ?? board;
  const { left, top, width, height } = focused.getBoundingClientRect();
  zoomTo(board, at.scale * (way === "in" ? step : 1 / step), left + width / 2, top + height / 2);
}

/** Moves a zoomed board so that all `tiles` are visible, if they are not. */
export function bringIntoSight(...tiles) {
  const board = current();
  if (at.scale === 1 || !board) return;
  const view = board.getBoundingClientRect();
  const boxes = tiles.map((tile) => tile.querySelector(".slab").getBoundingClientRect());
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom) return;
  const { a } = board.getScreenCTM();
  at.x += ((view.left + view.right) / 2 - (left + right) / 2) / a;
  at.y += ((view.top + view.bottom) / 2 - (top + bottom) / 2) / a;
  apply(board);
}

// Fingers

const middle = () => {
  const points = [...fingers.values()];
  return [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
};
const spread = () => {
  const [[x, y], [u, v]] = fingers.values();
  return Math.hypot(x - u, y - v);
};

function down(event) {
  if (!event.target.closest?.("#game .board")) return;
  if (fingers.size === 0) moved = false;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  pinch = fingers.size === 2 ? { distance: spread(), scale: at.scale } : null;
}

function move(event) {
  const finger = fingers.get(event.pointerId);
  const board = current();
  if (!finger || !board || fingers.size > 2) return;
  const before = middle();
  const far = Math.hypot(event.clientX - finger[0], event.clientY - finger[1]) > slip;
  if (!pinch && (at.scale === 1 || (!moved && !far))) return;
  moved = true;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  const now = middle();
  const { a } = board.getScreenCTM();
  at.x += (now[0] - before[0]) / a;
  at.y += (now[1] - before[1]) / a;
  if (pinch) zoomTo(board, (pinch.scale * spread()) / pinch.distance, ...now);
  else apply(board);
}

function up(event) {
  fingers.delete(event.pointerId);
  if (fingers.size < 2) pinch = null;
  if (fingers.size === 0 && at.scale === 1) renew(document.getElementById("game"));
}

/** Listens to fingers, mouse and buttons. */
export function begin() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, up);
  document.addEventListener("dragstart", (event) => event.target.closest?.(".board") && event.preventDefault());
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    if (button) zoom(button.dataset.zoom);
    if (moved && event.target.closest?.(".board")) {
      event.preventDefault(); // the end of a movement does not choose a hex
      event.stopPropagation();
    }
    moved = false;
  }, { capture: true });
  document.addEventListener("wheel", (event) => {
    const board = event.target.closest?.("#game .board");
    if (!board || !event.ctrlKey) return;
    event.preventDefault();
    zoomTo(board, at.scale * Math.exp(-event.deltaY / 150), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("#game [data-hex]:focus-visible")) bringIntoSight(target);
  });
  window.addEventListener("resize", () => renew(document.getElementById("game")));
}

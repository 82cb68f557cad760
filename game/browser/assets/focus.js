// The focus: arrow keys move it over the board as seen on the screen, and it is restored after a step.

// How far an element may lie beside the direction of an arrow key, and how much that counts relative to its distance.
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const aside = 2.2;

export function visible(game, selector) {
  return [...game.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0);
}

function middle(hex) {
  const { left, top, width, height } = hex.querySelector(".slab").getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// Returns the next hex from `from` in the direction of `key` on the screen.
function nextHex(game, from, key) {
  const [x, y] = middle(from);
  const [right, down] = ways[key];
  let best = null, least = Infinity;
  for (const hex of game.querySelectorAll("[data-hex]")) {
    const [u, v] = middle(hex);
    const along = (u - x) * right + (v - y) * down;
    const across = Math.abs((u - x) * down) + Math.abs((v - y) * right);
    if (hex === from || along < 2 || across > along * 2) continue;
    const distance = along + aside * across;
    if (distance < least) [best, least] = [hex, distance];
  }
  return best;
}

// Moves the focus over the board in the direction of the arrow `key`, or to the first hex that can be chosen. Returns
// true if it moved.
export function moveFocus(game, key) {
  const now = document.activeElement;
  if (now.closest("details")) return false;
  const next = now.dataset.hex ? nextHex(game, now, key) : visible(game, "a[data-hex]");
  next?.focus({ preventScroll: true });
  return !!next;
}

export function focusMark(game) {
  const element = document.activeElement;
  if (!game.contains(element)) return null;
  return { hex: element.dataset.hex, key: element.dataset.key, id: element.id };
}

export function restoreFocus(game, mark) {
  if (!mark) return;
  const wanted = (mark.hex && visible(game, `[data-hex="${mark.hex}"]`)) || (mark.key && visible(game, `[data-key="${mark.key}"]`)) ||
    (mark.id && game.querySelector(`#${mark.id}`)) ||
    game.querySelector("h1");
  if (wanted.matches("h1")) wanted.tabIndex = -1;
  wanted.focus({ preventScroll: true });
}

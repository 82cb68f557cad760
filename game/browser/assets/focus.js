// The focus: arrow keys move it over the board as seen on the screen, and it is restored after a step.

// A hex has six neighbors, in these directions on the screen in both views: left, right, and slantwise. Home, End, Page
// up and Page down, which are the corners of a number pad, go slantwise; up and down to the nearer of two.
const ways = {
  ArrowLeft: ["w"], ArrowRight: ["e"], ArrowUp: ["ne", "nw"], ArrowDown: ["sw", "se"],
  Home: ["nw"], PageUp: ["ne"], End: ["sw"], PageDown: ["se"],
};
const pad = { Numpad1: "End", Numpad3: "PageDown", Numpad4: "ArrowLeft", Numpad6: "ArrowRight", Numpad7: "Home", Numpad9: "PageUp", Numpad2: "ArrowDown", Numpad8: "ArrowUp" };

let column = null; // where the way up or down began, so that it stays straight

// Returns the key for moving the focus that `event` stands for; undefined if there is none.
export const wayOf = ({ key, code }) => (pad[code] ?? (ways[key] && key));

export function visible(game, selector) {
  return [...game.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0);
}

function middle(hex) {
  const { left, top, width, height } = hex.querySelector(".slab").getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// Returns the direction in which the middle `to` lies from the middle `from`; "" unless they belong to neighbors.
function direction([x, y], [u, v], width) {
  const [right, down] = [u - x, v - y];
  const distance = Math.hypot(right, down);
  if (distance < width / 4 || distance > width * 1.1) return "";
  return (Math.abs(down) < width / 4 ? "" : down < 0 ? "n" : "s") + (right < 0 ? "w" : "e");
}

// Returns the neighbor of the hex `around`, one of `hexes`, in the direction of `key`; if there are two, the one nearer
// to where the way began, and not `now`.
function nextHex(around, hexes, key, now) {
  const from = middle(around);
  const { width } = around.querySelector(".slab").getBoundingClientRect();
  const there = [...hexes].filter((hex) => ways[key].includes(direction(from, middle(hex), width)));
  if (ways[key].length === 1 || column === null) column = middle(now)[0];
  const order = (hex) => (hex === now ? Infinity : Math.abs(middle(hex)[0] - column) + ways[key].indexOf(direction(from, middle(hex), width)) / 2);
  return there.sort((one, other) => order(one) - order(other))[0];
}

// Moves the focus over the board in the direction of `key`, one of `ways`: to a neighbor, or, where a hex is chosen, to
// a target of it; or to the first hex that can be chosen. Returns true if the key is one for that.
export function moveFocus(game, key) {
  const now = document.activeElement;
  if (now.closest("details")) return false;
  const chosen = game.querySelector(".sel");
  const onBoard = !!now.dataset.hex;
  if (!onBoard && !key.startsWith("Arrow")) return false;
  const next = chosen ? nextHex(chosen, game.querySelectorAll("a.aim"), key, onBoard ? now : chosen) ?? (onBoard ? null : visible(game, "a.aim"))
    : onBoard ? nextHex(now, game.querySelectorAll("[data-hex]"), key, now) : visible(game, "a[data-hex]");
  if (ways[key].length === 1) column = null;
  next?.focus({ preventScroll: true });
  return onBoard || !!next;
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

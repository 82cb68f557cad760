// Replays a game without loading pages: a slider, keys, links to moves; and the review as it arrives.

const part = () => document.getElementById("replay");
const askAgain = 250; // milliseconds between requests for the progress of the review

let wanted = null; // the address to show next
let asking = false;
let timer = 0;

async function go(address, history = true) {
  wanted = { address, history };
  if (asking) return;
  asking = true;
  clearTimeout(timer);
  while (wanted) {
    const { address, history } = wanted;
    wanted = null;
    try {
      const response = await fetch(`${address}${address.includes("?") ? "&" : "?"}part=replay`, { signal: AbortSignal.timeout?.(20000) });
      const text = await response.text();
      if (!text.startsWith('<div id="replay"')) return location.assign(address);
      if (!wanted) put(text);
      if (history) window.history.replaceState(null, "", address);
    } catch {
      document.querySelector(".verdict").textContent = document.body.dataset.trouble;
      break;
    }
  }
  asking = false;
  wait();
}

function put(text) {
  const before = part();
  const focus = document.activeElement;
  const again = !before.contains(focus) ? null : focus.dataset.key ? `[data-key="${focus.dataset.key}"]` : focus.matches("[type=range]") ? "[type=range]" : "[aria-current]";
  const list = before.querySelector(".moves").scrollTop;
  const template = document.createElement("template");
  template.innerHTML = text;
  before.replaceWith(template.content.firstElementChild);
  begin();
  if (again) part().querySelector(again)?.focus({ preventScroll: true });
  part().querySelector(".moves").scrollTop = list;
  showCurrent();
}

// Scrolls the list so that the current move is visible.
function showCurrent() {
  const list = part().querySelector(".moves");
  const link = list.querySelector("[aria-current]");
  if (!link) return;
  const { top, bottom } = link.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2;
}

function wait() {
  clearTimeout(timer);
  if (part().dataset.wait) timer = setTimeout(() => go(location.pathname + location.search, false), askAgain);
}

function begin() {
  part().querySelector(".scrubber form").addEventListener("submit", (event) => event.preventDefault());
  part().querySelector("[type=range]").addEventListener("input", ({ target }) => go(`${location.pathname}?at=${target.value}`));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#replay a[data-step]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
  const link = part().querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});

document.documentElement.dataset.scripts = "";
begin();
showCurrent();
wait();

// Games with friends: waits for others' moves, counts the clock down, tells of turns.
import { notifying } from "./settings.js";

const tryAgain = 1500;  // milliseconds until a server without a response is asked again
const patience = 25000; // milliseconds that a response may take: longer than a request is held
let waiting = null;     // the pending request

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Asks once. Returns "show" if something has happened, otherwise the milliseconds until the next request.
async function ask(address, mine) {
  const late = setTimeout(() => mine.abort("late"), patience);
  try {
    const response = await fetch(address, { signal: mine.signal });
    await response.text();
    if (response.status === 204) return 1000 * Number(response.headers.get("Retry-After") ?? 0);
    if (response.status >= 500) throw new Error(response.statusText);
    return "show";
  } finally {
    clearTimeout(late);
  }
}

/**
 * Waits until something happens in the game that `part` shows, then calls `happened`. If the server does not respond,
 * calls `lost`, and `happened` after a while. Replaces an earlier wait.
 */
export async function listen(part, happened, lost) {
  waiting?.abort();
  waiting = null;
  countDown(part);
  tell(part);
  const address = part.dataset.live;
  if (!address) return;
  for (;;) {
    const mine = (waiting = new AbortController());
    try {
      const next = await ask(address, mine);
      if (waiting !== mine) return;
      if (next === "show") return happened();
      await pause(next);
    } catch {
      if (waiting !== mine) return;
      if (mine.signal.reason !== "late") {
        lost();
        await pause(tryAgain);
        if (waiting === mine) happened(); // which keeps trying
        return;
      }
    }
    if (waiting !== mine) return;
  }
}

// Turns: a badge on the installed game's icon, and a notification if nobody looks

let told = null; // the turn that was told last

async function tell({ dataset: { title, game, move } }) {
  const mine = title.startsWith("●");
  (mine ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
  if (!mine || !document.hidden || !notifying() || told === game + move) return;
  told = game + move;
  const about = [title, { tag: "turn", icon: document.querySelector("link[rel=icon]").href }];
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) worker.showNotification(...about);
  else new Notification(...about);
}

// The clock

const timeText = (seconds) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, "0"));
  return hours === "00" ? `${Number(minutes)}:${rest}` : `${Number(hours)}:${minutes}:${rest}`;
};
const hurry = 15; // the last seconds have another color

let counting = 0;

function countDown(part) {
  clearInterval(counting);
  const clock = part.querySelector("[data-left]");
  if (!clock) return;
  const end = Date.now() + 1000 * Number(clock.dataset.left);
  const show = () => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    clock.textContent = timeText(left);
    clock.classList.toggle("hurry", left <= hurry);
  };
  show();
  counting = setInterval(show, 1000);
}

// Puzzles: the visitor's rating, from first tries, and the next puzzle, an untried one of similar difficulty.
import { countPuzzle, load } from "./statistics.js";

const place = document.getElementById("puzzle");
const { name, rating, state } = place.dataset;
const ratings = JSON.parse(place.dataset.ratings);

if (state === "solved" || state === "failed") countPuzzle(name, Number(rating), state === "solved");

const all = load();
for (const figure of document.querySelectorAll("[data-own-rating]")) {
  figure.textContent = all.rating;
  figure.parentElement.hidden = false;
}

// Returns the untried puzzle nearest in rating, or else the next one.
let best = null;
for (const [number, hard] of ratings.entries()) {
  if (all.tried.includes(String(number + 1)) || String(number + 1) === name) continue;
  if (best === null || Math.abs(hard - all.rating) < Math.abs(ratings[best] - all.rating)) best = number;
}
const next = document.querySelector("[data-next-puzzle]");
if (next && best !== null) next.href = new URL(`../puzzle?n=${best + 1}`, import.meta.url);

// Puzzles of the day: how many were solved in a row, at the first try of each day.
import { countDay } from "./statistics.js";

const { day, state } = document.getElementById("decision").dataset;
for (const figure of document.querySelectorAll("[data-days]")) {
  figure.textContent = countDay(Number(day), state);
  figure.parentElement.hidden = false;
}

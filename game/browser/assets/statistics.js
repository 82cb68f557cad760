// The visitor's statistics, kept only in the browser: games and wins by level, streaks, the puzzle rating.

const empty = () => ({ levels: {}, streak: 0, best: 0, counted: [], rating: 1200, solved: 0, tried: [] });
const most = 500; // names of games and puzzles remembered, so that none counts twice

export function load() {
  try {
    return { ...empty(), ...JSON.parse(localStorage.getItem("statistics") ?? "{}") };
  } catch {
    return empty(); // storage is not allowed, or its content is damaged
  }
}

export function keep(all) {
  try {
    localStorage.setItem("statistics", JSON.stringify(all));
  } catch {
    // not kept
  }
}

/** Counts the game `name` once. `result` is its level and 1 for a win, else 0. */
export function countGame(name, result) {
  const all = load();
  if (!result || all.counted.includes(name)) return;
  const [level, won] = result.split(" ");
  const games = (all.levels[level] ??= [0, 0]);
  games[0] += 1;
  games[1] += Number(won);
  all.streak = won === "1" ? all.streak + 1 : 0;
  all.best = Math.max(all.best, all.streak);
  all.counted = [...all.counted, name].slice(-most);
  keep(all);
}

/** Counts the first try at the puzzle `name` of difficulty `rating`. Returns the visitor's new rating. */
export function countPuzzle(name, rating, solved) {
  const all = load();
  if (!all.tried.includes(name)) {
    const expected = 1 / (1 + 10 ** ((rating - all.rating) / 400));
    all.rating = Math.round(all.rating + 40 * ((solved ? 1 : 0) - expected));
    if (solved) all.solved += 1;
    all.tried = [...all.tried, name].slice(-most);
    keep(all);
  }
  return all.rating;
}

function show(page) {
  const all = load();
  const sum = (which) => Object.values(all.levels).reduce((before, games) => before + games[which], 0);
  const figures = { games: sum(0), won: sum(1), streak: all.streak, best: all.best, rating: all.rating, solved: all.solved };
  for (const place of page.querySelectorAll("[data-figure]")) place.textContent = figures[place.dataset.figure];
  for (const line of page.querySelectorAll("[data-level]")) {
    const [games, won] = all.levels[line.dataset.level] ?? [0, 0];
    const cells = line.querySelectorAll("td");
    cells[0].textContent = games;
    cells[1].textContent = won;
    cells[2].textContent = games ? Math.round((100 * won) / games) : "–";
  }
}

const page = document.getElementById("statistics");
if (page) {
  show(page);
  const button = document.getElementById("clear");
  let sure = false;
  button.addEventListener("click", () => {
    if (sure) {
      keep(empty());
      show(page);
    }
    button.textContent = sure ? button.dataset.done : button.dataset.sure;
    sure = !sure;
  });
}

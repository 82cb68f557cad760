// The visitor's statistics, kept only in the browser: games and wins by level, streaks, the puzzle rating.

const empty = () => ({ levels: {}, played: {}, streak: 0, best: 0, counted: [], rating: 1200, solved: 0, tried: [], day: 0, days: 0, bestDays: 0 });
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

/** Counts the game `name` once. `result` is its level, 1 for a win, else 0, and the number of players. */
export function countGame(name, result) {
  const all = load();
  if (!result || all.counted.includes(name)) return;
  const [level, won, players] = result.split(" ");
  const alike = (all.played[`${level} ${players}`] ??= [0, 0]);
  alike[0] += 1;
  alike[1] += Number(won);
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

/** Counts the puzzle of the day `day` at its first try; `state` is "solved", "failed" or "open". Returns how many were solved in a row. */
export function countDay(day, state) {
  const all = load();
  if (state !== "open" && all.day < day) {
    all.days = state !== "solved" ? 0 : all.day === day - 1 ? all.days + 1 : 1;
    all.day = day;
    all.bestDays = Math.max(all.bestDays, all.days);
    keep(all);
  }
  return all.day >= day - 1 ? all.days : 0;
}

// The rating that explains the games in `played` best, by level and number of players. `elos` are the levels' ratings.
// Wins are as likely as in Elo's formula against each opponent alone; a win and a loss against the middle are added, so
// that few games say little.
function ratingOf(played, elos) {
  const games = Object.entries(played).map(([key, [count, won]]) => [elos[key.split(" ")[0]], Number(key.split(" ")[1]), count, won]).filter(([elo]) => elo !== undefined);
  games.push([223, 2, 2, 1]);
  const likelihood = (rating) => games.reduce((sum, [elo, players, count, won]) => {
    const chance = 1 / (1 + (players - 1) * 10 ** ((elo - rating) / 400));
    return sum + won * Math.log(chance) + (count - won) * Math.log(1 - chance);
  }, 0);
  let best = 0;
  for (let rating = -200; rating <= 900; rating += 10) if (likelihood(rating) > likelihood(best)) best = rating;
  return best;
}

const enough = 5; // games

function showLike(page, all) {
  const lines = [...page.querySelectorAll("[data-elo]")].filter((line) => line.dataset.elo !== "");
  const elos = Object.fromEntries(lines.map((line) => [line.dataset.level, Number(line.dataset.elo)]));
  const games = Object.entries(all.played).reduce((sum, [key, [count]]) => sum + (key.split(" ")[0] in elos ? count : 0), 0);
  const rating = ratingOf(all.played, elos);
  const near = lines.sort((one, other) => Math.abs(Number(one.dataset.elo) - rating) - Math.abs(Number(other.dataset.elo) - rating))[0];
  page.querySelector(".like").textContent = games < enough ? "" :
    page.dataset.like.replace("{level}", near.querySelector("th").textContent).replace("{n}", games);
}

// The link that carries the statistics: all of it is behind #, which no server sees.
const carried = ({ counted, ...all }) => btoa(JSON.stringify({ ...all, tried: all.tried.slice(-50) }));

function takeOver(text) {
  try {
    const all = JSON.parse(atob(text));
    const pairs = (own) => own && typeof own === "object" && Object.values(own).every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite));
    const right = (own, like) => (Array.isArray(like) ? Array.isArray(own) : typeof like === "object" ? pairs(own) : Number.isFinite(own));
    const start = empty();
    return Object.keys(all).every((name) => name in start && right(all[name], start[name])) ? { ...start, ...all } : null;
  } catch {
    return null; // damaged on the way
  }
}

function show(page) {
  const all = load();
  const sum = (which) => Object.values(all.levels).reduce((before, games) => before + games[which], 0);
  const figures = { games: sum(0), won: sum(1), streak: all.streak, best: all.best, rating: all.rating, solved: all.solved, days: all.days, "best-days": all.bestDays };
  for (const place of page.querySelectorAll("[data-figure]")) place.textContent = figures[place.dataset.figure];
  showLike(page, all);
  document.getElementById("carry").value = `${location.origin}${location.pathname}#${carried(all)}`;
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
  document.getElementById("carry-part").hidden = false;
  import("./share.js").then((share) => share.show(page));
  const taken = takeOver(location.hash.slice(1));
  document.getElementById("take-part").hidden = !taken;
  document.getElementById("take").addEventListener("click", () => {
    keep(taken);
    document.getElementById("take-part").hidden = true;
    history.replaceState(null, "", location.pathname);
    show(page);
  });
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

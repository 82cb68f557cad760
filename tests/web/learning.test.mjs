// Learning: hints, moves taken back, replay and analysis, links to positions, games as texts, puzzles, statistics.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { long, openPage, startBrowser } from "./support/browser.mjs";
import { assertAccessible, assertValidHtml, prepareForAxe } from "./support/checks.mjs";
import { importFinished } from "./support/finished.mjs";
import { attack, beginGame, chooseHex, playToTheEnd, standing } from "./support/playing.mjs";
import { startServer } from "./support/server.mjs";

const withoutScripts = { javaScriptEnabled: false };

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer("v4", { settings: "(defun today () 46000)" })]); // the same puzzle on each day
});
after(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

for (const [how, options] of [["with", {}], ["without", withoutScripts]]) {
  test(`${how} scripts: a hint shows an attack; other pages of the game do not change`, async () => {
    const page = await openPage(browser, options);
    await beginGame(page, server.address, { seed: "12", level: "kind" });
    await page.getByRole("link", { name: "Hint" }).click();
    await page.locator(".arrow.won").waitFor();
    assert.match(await page.locator(".notice").textContent(), /^Hint: Attack along the arrow: .*Attack hex \d+ from hex \d+\. Chance to win the game: [<>]?\d+%\.$/);
    assert.equal((await standing(page)).move, 0);
    assert.ok((await standing(page)).selected);
    page.assertNoFaults();
    await page.leave();
  });

  test(`${how} scripts: undo takes a move back`, async () => {
    const page = await openPage(browser, options);
    await beginGame(page, server.address, { seed: "12", level: "kind" });
    const first = await standing(page);
    await chooseHex(page, first.choices[0]);
    await chooseHex(page, (await standing(page)).choices[0]);
    const old = await page.getByRole("link", { name: "Take back" }).getAttribute("href");
    await page.getByRole("link", { name: "Take back" }).click();
    await page.locator('#game[data-move="0"]').waitFor();
    assert.deepEqual(await standing(page), first);
    assert.equal((await page.request.get(server.address + old)).status(), 409); // an old page
    page.assertNoFaults();
    await page.leave();
  });

  test(`${how} scripts: replay, analysis, and a position shared with another browser`, async () => {
    const page = await openPage(browser, options);
    await importFinished(page, server.address);
    await page.getByRole("link", { name: "To the game" }).click();
    await page.getByRole("link", { name: "Analysis" }).click();
    await page.locator(".skill").waitFor();
    const last = Number(await page.locator("#replay").getAttribute("data-at"));
    assert.equal(await page.locator("h1").textContent(), `Move ${last} of ${last}`);
    assert.equal(await page.locator(".moves a").count(), last);
    await page.getByRole("link", { name: "Previous" }).click();
    await page.locator(`#replay[data-at="${last - 1}"]`).waitFor();
    await page.locator(".moves a").nth(1).click();
    await page.locator('#replay[data-at="2"]').waitFor();
    assert.match(await page.locator(".verdict").textContent(), /Chance to win with this move: /);
    if (how === "with") {
      await page.keyboard.press("End");
      await page.locator(`#replay[data-at="${last}"]`).waitFor();
      await page.locator("[type=range]").fill("1");
      await page.locator('#replay[data-at="1"]').waitFor();
      assert.match(page.url(), /at=1$/);
    } else {
      await page.locator("[type=range]").fill("1").catch(() => {}); // the form asks for what it shows
      await page.getByRole("button", { name: "Show" }).click();
      assert.match(page.url(), /at=\d+$/);
      await page.goto(server.address + "/replay?at=1");
    }
    const board = await page.locator("#replay .board .mark").allTextContents();
    const link = await page.getByRole("link", { name: "Link to this position" }).getAttribute("href");
    page.assertNoFaults();

    const stranger = await openPage(browser, options);
    await stranger.goto(server.address + link);
    assert.deepEqual(await stranger.locator(".board .mark").allTextContents(), board);
    await stranger.getByRole("button", { name: "Play on from here" }).click();
    assert.equal((await standing(stranger)).stage, "person");
    assert.deepEqual(await stranger.locator(".board .mark").allTextContents(), board);
    stranger.assertNoFaults();
    await stranger.leave();
    await page.leave();
  });
}

test("games are exported and imported as text; damaged texts are refused with the line", async () => {
  const page = await openPage(browser);
  await beginGame(page, server.address, { seed: "12", level: "kind" });
  await attack(page);
  const text = await (await page.request.get(server.address + "/record.txt")).text();
  const now = await standing(page);
  await page.leave();
  const other = await openPage(browser, withoutScripts);
  const send = async (text) => {
    await other.goto(server.address + "/");
    await other.locator(".options summary").click();
    await other.fill("#text", text);
    await other.getByRole("button", { name: "Load" }).click();
  };
  await send(text.replace("level kind", "level <b>king</b>"));
  assert.match(await other.locator(".message").textContent(), /Line 7: “<b>king<\/b>” is not a level of the computer\./);
  await send(text);
  await other.getByRole("link", { name: "To the game" }).click();
  assert.deepEqual(await standing(other), now);
  await other.leave();
});

test("puzzles are solved by clicks and rated once; a button clears the statistics", async () => {
  const page = await openPage(browser);
  const rating = async () => Number(await page.locator("[data-own-rating]").textContent());
  await page.goto(server.address + "/puzzle?n=1");
  assert.equal(await rating(), 1200);
  for (let moves = 0; (await page.locator("#puzzle").getAttribute("data-state")) === "open"; moves++) {
    assert.ok(moves < 30, "the answer has an end");
    const solution = await page.request.get(page.url() + "&help=1").then((answer) => answer.text());
    const move = solution.match(/The move is: (?:hex (\d+) to (\d+)|end turn)/);
    if (move[1]) {
      await page.locator(`a[data-hex="${move[1]}"]`).click();
      await page.locator(`a.aim[data-hex="${move[2]}"]`).click();
    } else await page.getByRole("link", { name: "End turn" }).click();
    await page.waitForLoadState();
  }
  assert.equal(await page.locator("h1").textContent(), "Solved");
  const better = await rating();
  assert.ok(better > 1200);
  await page.reload();
  assert.equal(await rating(), better);
  await page.getByRole("link", { name: "Next puzzle" }).click();
  await page.locator('[data-state="open"]').waitFor();
  assert.doesNotMatch(page.url(), /n=1$/);
  await page.getByRole("link", { name: "Show the move" }).click();
  await page.locator('[data-state="failed"]').waitFor();
  await page.waitForLoadState(); // a script shows the rating
  assert.ok((await rating()) < better);

  await beginGame(page, server.address, { size: "2", players: "2", level: "kind", seed: "3" });
  await playToTheEnd(page);
  const won = await page.locator(".hail.won").count();
  await page.goto(server.address + "/statistics");
  const figure = (name) => page.locator(`[data-figure="${name}"]`).textContent();
  assert.deepEqual([await figure("games"), await figure("won"), await figure("solved")], ["1", String(won), "1"]);
  assert.equal(await page.locator('[data-level="kind"] td').first().textContent(), "1");
  await page.locator("#clear").click();
  await page.locator("#clear").click();
  assert.deepEqual([await figure("games"), await figure("rating")], ["0", "1200"]);
  page.assertNoFaults();
  await page.leave();
});

test("the pages are valid HTML", async () => {
  const page = await openPage(browser);
  await importFinished(page, server.address);
  const position = await page.getByRole("link", { name: "Link to this position" }).getAttribute("href");
  for (const path of ["/replay?at=0", "/replay?at=7", position, "/puzzles", "/puzzle?n=1", "/puzzle?n=1&help=1", "/statistics"]) {
    await assertValidHtml(page, server.address + path);
  }
  const picture = await page.request.get(server.address + position.replace("/position", "/board.svg"));
  assert.match(picture.headers()["content-disposition"], /^attachment/);
  await page.goto("about:blank");
  await page.setContent(`<img alt="" src="data:image/svg+xml,${encodeURIComponent(await picture.text())}">`);
  await page.waitForFunction(() => document.querySelector("img").complete);
  assert.ok((await page.evaluate(() => document.querySelector("img").naturalWidth)) > 0, "the picture of a board can be drawn");
  await page.leave();
});

for (const colorScheme of ["light", "dark"]) {
  test(`each page is accessible, ${colorScheme}`, colorScheme === "dark" ? long : {}, async () => {
    const page = await openPage(browser, { colorScheme, bypassCSP: true });
    await prepareForAxe(page);
    await beginGame(page, server.address, { size: "3", players: "3", level: "kind", seed: "3" });
    await page.getByRole("link", { name: "Hint" }).click();
    await page.locator(".arrow.won").waitFor();
    await assertAccessible(page, "a hint");
    await importFinished(page, server.address);
    await assertAccessible(page, "the analysis");
    for (const path of [await page.getByRole("link", { name: "Link to this position" }).getAttribute("href"), "/puzzles", "/puzzle?n=1", "/puzzle?n=1&help=1", "/statistics"]) {
      await page.goto(server.address + path);
      await assertAccessible(page, path);
    }
    await page.leave();
  });
}

test("a puzzle with dice: the best move, the blunder, the streak of days", async () => {
  const page = await openPage(browser, { bypassCSP: true });
  await prepareForAxe(page);
  await page.goto(server.address + "/puzzles");
  await page.getByRole("link", { name: "Puzzle of the day" }).click();
  await page.locator("[data-days]").waitFor();
  await assertAccessible(page, "the puzzle of the day");
  const today = await page.evaluate(() => Number(document.getElementById("decision").dataset.day));
  const html = async (path) => (await fetch(server.address + path)).text();
  const links = (text, kind) => [...text.matchAll(/<a class="t [^"]*\b(can|aim)[^"]*" href="([^"]*)"/g)].filter((one) => one[1] === kind).map((one) => one[2].replaceAll("&amp;", "&"));
  const choices = async (day, state) => {
    const moves = [`/decision?day=${day}&to=end`];
    for (const from of links(await html(`/decision?day=${day}`), "can")) moves.push(...links(await html(from), "aim"));
    for (const move of moves) if ((await html(move)).includes(`data-state="${state}"`)) return move;
    return assert.fail(`no move of day ${day} is ${state}`);
  };
  const streak = async (path) => {
    await page.goto(server.address + path);
    return Number(await page.locator("[data-days]").textContent());
  };
  assert.equal(await streak(await choices(today - 2, "solved")), 1);
  assert.equal(await streak(await choices(today - 1, "solved")), 2);
  assert.equal(await streak(await choices(today - 1, "failed")), 2, "only the first try counts");
  await assertAccessible(page, "the answer of a puzzle with dice");
  await assertValidHtml(page, page.url());
  assert.equal(await streak(await choices(today, "failed")), 0);
  page.assertNoFaults();
  await page.leave();
});

test("the statistics say how one plays, and a link takes them to another device", async () => {
  const page = await openPage(browser);
  await page.goto(server.address + "/statistics");
  const play = (level, wins, games) => page.evaluate(async ([level, wins, games]) => {
    const { countGame } = await import(document.querySelector('script[src*="statistics"]').src);
    for (let game = 0; game < games; game++) countGame(`${level} ${game} ${Math.random()}`, `${level} ${game < wins ? 1 : 0} 2`);
  }, [level, wins, games]);
  await page.evaluate(() => localStorage.clear());
  await play("sharp", 10, 20);
  await page.reload();
  assert.equal(await page.locator(".like").textContent(), "You play like the level Sharp, to judge by 20 games.");
  const link = await page.inputValue("#carry");
  const phone = await openPage(browser);
  await phone.goto(link);
  await phone.getByRole("button", { name: "Take over the statistics of this link" }).click();
  assert.equal(await phone.locator(".like").textContent(), "You play like the level Sharp, to judge by 20 games.");
  assert.equal(await phone.locator('[data-figure="won"]').textContent(), "10");
  await phone.goto(server.address + "/statistics#" + btoa('{"levels":3}'));
  await phone.reload();
  assert.ok(await phone.locator("#take").isHidden());
  for (const one of [page, phone]) {
    one.assertNoFaults();
    await one.leave();
  }
});

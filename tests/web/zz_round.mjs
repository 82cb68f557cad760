import { createRequire } from "node:module";
const { openPage, startBrowser } = await import("/work/wt/game/tests/web/support/browser.mjs");
const { startServer } = await import("/work/wt/game/tests/web/support/server.mjs");
const { beginGame, standing, press, chooseHex } = await import("/work/wt/game/tests/web/support/playing.mjs");
const [size, players, level, games, seed0] = process.argv.slice(2);
const [browser, server] = await Promise.all([startBrowser(), startServer("v4")]);
const all = [];
for (let g = 0; g < +games; g++) {
  const page = await openPage(browser, { reducedMotion: "no-preference", viewport: { width: 1366, height: 768 } });
  await beginGame(page, server.address, { size, players, level, seed: String(+seed0 + g) });
  let attacks = 0, rounds = [];
  for (let i = 0; i < 400 && rounds.length < 6; i++) {
    const now = await standing(page);
    if (now.stage === "over") break;
    if (now.stage !== "person") { await page.waitForTimeout(10); continue; }
    if (now.canPass && (attacks >= 2 || !now.choices.length)) {
      attacks = 0;
      const t0 = Date.now();
      await page.locator('[data-key="e"]').click();
      const before = now.move;
      let moves = [];
      for (;;) {
        const s = await standing(page);
        if (moves.at(-1)?.[1] !== s.move) moves.push([Date.now() - t0, s.move]);
        if ((s.stage !== "computer" && s.move > before) || Date.now() - t0 > 20000) break;
        await page.waitForTimeout(10);
      }
      rounds.push(Date.now() - t0);
      if (Date.now() - t0 > 5000) console.log(`seed ${+seed0 + g}`, moves.map(([t, m]) => `${m}@${t}`).join(" "));
    } else if (now.selected) { attacks++; await chooseHex(page, now.choices[i % now.choices.length]); }
    else if (now.choices.length) await chooseHex(page, now.choices[i % now.choices.length]);
  }
  console.log(`seed ${+seed0 + g}: ${rounds.join(" ")}`);
  all.push(...rounds);
  await page.leave();
}
all.sort((a, b) => a - b);
console.log("rounds", all.length, "median", all[all.length >> 1], "max", all.at(-1));
await browser.close(); await server.stop();

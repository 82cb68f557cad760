// A finished game as text, for pages that show finished games.
import assert from "node:assert/strict";

export const finished = `Dice of Doom 1
version 4
size 3
players 3
dice 5
people 1
level kind
seed 3
board
1:4 1:1 2:2
0:2 0:2 2:4
1:3 0:3 2:4
moves
0: 4-1 16.5 3-0 41.5123 7-8 256.1566 end
1: 0-1 4362.33 6-7 153.33 end
2: 5-4 4223.34 4-7 451.44 2-1 45.3111 end
0: 3-6 64.4 end
1: 0-1 24.66 end
2: 4-3 46.23 1-0 62.21 7-6 336.15 end
`;

/** Lets the game be the one of the browser that `page` is in, and shows its analysis. */
export async function importFinished(page, address) {
  const answer = await page.request.post(address + "/import", { form: { text: finished }, maxRedirects: 0 });
  assert.equal(answer.headers().location, "/replay");
  await page.goto(address + "/replay");
  await page.locator(".skill").waitFor();
}

/** The board holds still: between a look and a touch nothing shifts, zooms or re-centres. */
import type { Page } from "@playwright/test";
import { another, ask, expect, openTable, test } from "./house";
import { handOf, keys } from "./games";
import { chosen, look, picked, turnOf, type Hand } from "./playing";

const MOST = 120;
/** Moves made anywhere, so that the board fills; then such as bring the end nearer. */
const ANYWHERE = 30;
type Boxes = Record<string, readonly [number, number, number, number]>;

/** Where every cell, and every piece that says where it lies, is on the screen. */
async function boxes(page: Page, plies: number): Promise<Boxes> {
  return page.evaluate(async (plies) => {
    while (document.querySelector(`[data-plies="${plies}"]`) === null) await new Promise(requestAnimationFrame);
    const found: Record<string, [number, number, number, number]> = {};
    for (const part of document.querySelectorAll<SVGElement>("section.board svg, [data-cell], [data-lies]")) {
      const { cell, lies } = part.dataset;
      const { x, y, width, height } = part.getBoundingClientRect();
      const name = cell ?? (lies === undefined ? "board" : `lies ${lies}`);
      found[name] ??= [x, y, width, height].map(Math.round) as [number, number, number, number];
    }
    return found;
  }, plies);
}

/** What both have, of one of them. */
const shared = (one: Boxes, other: Boxes, stays: RegExp): Boxes =>
  Object.fromEntries(Object.entries(one).filter(([key]) => key in other && stays.test(key)));

for (const game of keys) {
  test(`${game}: from the first move to the last nothing on the board shifts or zooms`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const hand = await handOf(game);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    const id = await openTable(page, "Anne", { game, options: hand.short, seats: ["me", "open"] });
    const other = await another(browser, baseURL, "Bruno");
    await other.setViewportSize({ width: 1280, height: 800 });
    await other.emulateMedia({ reducedMotion: "reduce" });
    await other.goto(`/table/${id}`);
    await ask(other, `/tables/${id}/orders`, { do: "sit" });
    await ask(page, `/tables/${id}/orders`, { do: "start" });
    const pages = [page, other];
    for (const one of pages) {
      await boxes(one, 0); // in the first frame boards measure themselves
      await one.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    let before = await Promise.all(pages.map((one) => boxes(one, 0)));
    let laid = 0;
    let mover = (await look(page, id)).position?.to_move ?? null;
    for (let ply = 0; mover !== null && ply < (hand.still ?? MOST); ply += 1) {
      const { made, next } = await makeMove(pages[mover] ?? page, id, hand, ply);
      const after = await Promise.all(pages.map((one) => boxes(one, ply + 1)));
      for (const [seat, now] of after.entries()) {
        const then = before[seat] ?? {};
        const stays = seat === mover ? (hand.stays ?? /./) : /./; // what I do may move what is mine
        expect(shared(now, then, stays), `${made}, seat ${seat}`).toEqual(shared(then, now, stays));
        laid = Math.max(laid, Object.keys(now).length);
      }
      [before, mover] = [after, next];
    }
    expect(laid).toBeGreaterThan(10);
  });
}

/** Makes a move by order, as whoever looks at this page; says who is next. */
async function makeMove(
  page: Page,
  id: string,
  hand: Hand,
  ply: number,
): Promise<{ made: string; next: number | null }> {
  const turn = turnOf(await look(page, id));
  const made = ply < ANYWHERE ? (turn.legal[chosen(turn.legal.length, turn.legal.join())] ?? "") : picked(hand, turn);
  await ask(page, `/tables/${id}/orders`, { do: "move", move: made, ply });
  return { made, next: (await look(page, id)).position?.to_move ?? null };
}

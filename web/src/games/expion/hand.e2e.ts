import { cell, chosen, type Hand, type Turn } from "../../../e2e/playing";

/** Moves a marble: first the marble, then where it goes. */
export const hand: Hand = {
  short: {},
  crowd: { players: 4 },
  marks: (moves, { marbles }) => {
    const arrived = new Set(moves.map((move) => move.split(/[->~]/)[1] ?? ""));
    return [...arrived].filter((to) => to in (marbles as object)).length; // one may have been captured since
  },
  begin: async (page, { legal }) => {
    await cell(page, legal[0]?.slice(0, 2) ?? "");
    return /^Choisissez où va la bille/;
  },
  still: 16,
  pick,
  act: async (page, turn) => {
    const move = pick(turn);
    if (move === "pass") {
      await page.locator("section.board [role=button], section.board button").first().click();
      return;
    }
    const [from = "", to = ""] = move.split("-");
    await cell(page, from);
    await cell(page, to);
  },
  pieces: ({ marbles, expion }) => [...Object.keys(marbles as object), expion as string],
  wrong: async (page, { legal }) => {
    const [from = ""] = (legal[0] ?? "").split("-");
    await cell(page, from);
    await cell(page, "e5");
  },
};

/** The move that brings the Ex*pion home: pushes it outwards, or a marble behind it. At random games last for hundreds. */
function pick({ legal, view, seat }: Turn): string {
  const along = seat % 2; // north and south push it east or west, the others north or south
  const expion = placeOf(view["expion"] as string);
  const taken = Object.keys(view["marbles"] as object).map((one) => placeOf(one).join());
  const out = (expion[along] ?? 0) >= 5 ? 1 : -1;
  const shifted = (by: number): number[] => expion.map((at, axis) => (axis === along ? at + by : at));
  const behind = shifted(-out);
  const away = (from: readonly number[]): number =>
    from.reduce((sum, at, axis) => sum + Math.abs(at - (behind[axis] ?? 0)), 0);
  const worth = (move: string): number => {
    const [from = [], to = []] = move.split(/[->~]/).map(placeOf);
    if (to.join() !== expion.join()) return away(to) < away(from) ? 50 - away(to) : 0;
    const push = (to[along] ?? 0) - (from[along] ?? 0);
    if (push !== 0) return push === out ? 100 : 1;
    return taken.includes(shifted(out).join()) ? 60 : 2; // the way out is barred: to another line
  };
  const best = Math.max(...legal.map(worth));
  const among = legal.filter((move) => worth(move) === best);
  return among[chosen(among.length, among.join())] ?? "";
}

/** e5 as [5, 5]; what is no cell is far away. */
function placeOf(cell: string): number[] {
  return [cell.charCodeAt(0) - 96, Number(cell.slice(1)) || 0];
}

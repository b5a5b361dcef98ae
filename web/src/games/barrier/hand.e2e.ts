import { cell, chosen, type Hand, type Turn } from "../../../e2e/playing";

/** Lays a tile, steps, or jumps cell by cell. */
export const hand: Hand = {
  short: { layout: "random" },
  begin: async (page, { legal }) => {
    await cell(page, `t${legal[0]?.slice(0, 1) ?? ""}`);
    return /^Choisissez la case/;
  },
  still: 16,
  pick,
  act: async (page, turn) => {
    const move = pick(turn);
    const { legal } = turn;
    const [tile = "", square = ""] = move.split("@");
    if (square !== "") {
      await cell(page, `t${tile}`);
      await cell(page, square);
      return;
    }
    for (const one of move.split(/[x-]/)) await cell(page, one);
    const longer = legal.some((other) => other.startsWith(`${move}x`));
    if (longer) await page.locator("section.board [role=button]").first().click();
  },
  pieces: ({ pawns, tiles }) => [
    ...Object.keys(pawns as object),
    ...Object.keys(tiles as object).map((at) => `tile-${at}`),
  ],
  wrong: async (page) => {
    await cell(page, "t1");
    await cell(page, "d1");
  },
};

/** Takes what it can, else goes for the nearest enemy, so that games end. */
function pick({ legal, view, seat }: Turn): string {
  const pawns = Object.entries(view["pawns"] as Record<string, string>);
  const enemies = pawns.filter(([, letter]) => (letter.toLowerCase() === "y") !== (seat === 0)).map(([at]) => at);
  const worth = (move: string): number => {
    if (move.includes("x")) return move.split("x").length;
    return -Math.min(...enemies.map((at) => between(move.slice(-2), at)));
  };
  const best = Math.max(...legal.map(worth));
  const among = legal.filter((move) => worth(move) === best);
  return among[chosen(among.length, among.join())] ?? "";
}

/** Steps from one square to another. */
function between(one: string, other: string): number {
  return Math.max(...[0, 1].map((at) => Math.abs(one.charCodeAt(at) - other.charCodeAt(at))));
}

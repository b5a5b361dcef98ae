import { cell, chosen, type Hand } from "../../../e2e/playing";

/** Lays a tile, steps, or jumps cell by cell; captures where it can, so that games end. */
export const hand: Hand = {
  short: { layout: "random" },
  begin: async (page, { legal }) => {
    await cell(page, `t${legal[0]?.slice(0, 1) ?? ""}`);
    return /^Choisissez la case/;
  },
  still: 16,
  act: async (page, { legal }) => {
    const jumps = legal.filter((move) => move.includes("x"));
    const among = jumps.length > 0 ? jumps : legal;
    const move = among[chosen(among.length, among.join())] ?? "";
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
  pieces: ({ pawns, tiles }) => [...Object.keys(pawns as object), ...Object.keys(tiles as object).map((at) => `tile-${at}`)],
  wrong: async (page) => {
    await cell(page, "t1");
    await cell(page, "d1");
  },
};

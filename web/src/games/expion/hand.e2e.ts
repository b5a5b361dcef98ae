import { cell, chosen, type Hand } from "../../../e2e/playing";

/** Moves a marble: first the marble, then where it goes. */
export const hand: Hand = {
  short: {},
  crowd: { players: 4 },
  begin: async (page, { legal }) => {
    await cell(page, legal[0]?.slice(0, 2) ?? "");
    return /^Choisissez où va la bille/;
  },
  still: 16,
  act: async (page, { legal }) => {
    const move = legal[chosen(legal.length, legal.join())] ?? "";
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

import { cell, chosen, type Hand } from "../../../e2e/playing";

/** Lays a row, draws, or uses a card: first the card, then its place, then the word. */
export const hand: Hand = {
  short: { rows: "random" },
  act: async (page, { legal, view, seat }) => {
    const say = page.locator("section.board .bar .main");
    const uses = legal.filter((move) => move.includes(">"));
    const move = uses[chosen(uses.length, uses.join())] ?? legal[0] ?? "";
    if (move.startsWith("row") || !/[>=]/.test(move)) {
      await say.click();
      return;
    }
    await cell(page, move.startsWith("take") ? "offer" : `hand:${index(move, (view["hands"] as string[][])[seat] ?? [])}`);
    const later = page.locator("section.board .bar .steps button").last();
    if (await say.isDisabled()) await later.click();
    await say.click();
  },
};

/** Which card of the hand a move is about. */
function index(move: string, held: readonly string[]): number {
  const [one = "", other = ""] = move.replace("discard ", "").replace(/@.*/, "").split(/[>=]/);
  const card = one.length === 2 ? `${one}=${other}` : `${other}=${one}`;
  return held.indexOf(card);
}

import { cell, chosen, type Hand, type Turn } from "../../../e2e/playing";

/** Lays a card: of a hand of two the card first, then the place. */
export const hand: Hand = {
  short: { rounds_to_win: 1 },
  crowd: { players: 3, expert: true },
  begin: async (page) => {
    await cell(page, "hand-0");
    return /^Choisissez où va le \d/;
  },
  act: async (page, { legal, view, seat }) => {
    const goOn = page.locator("foreignObject button");
    if (await goOn.isVisible()) await goOn.click();
    const [card = "", place = ""] = (legal[chosen(legal.length, legal.join())] ?? "").split("@");
    const held = (view["hands"] as string[][])[seat] ?? [];
    if (held.length > 1) await cell(page, `hand-${held.indexOf(card)}`);
    await cell(page, place);
  },
  pieces: ({ board }) => Object.keys(board as object),
  wrong: async (page) => {
    // Right after the first card every cell next to it is free, so one further away is refused.
    const far = await page
      .locator("[data-cell]")
      .evaluateAll((cells) => cells.map((one) => one.getAttribute("data-cell") ?? ""));
    await cell(page, far.find((key) => /^-?\d+,-?\d+$/.test(key) && /[3-5]/.test(key)) ?? "5,5");
  },
  hidden: [{ options: { expert: true, rounds_to_win: 1 }, seats: 2, told }],
};

const COLOURS: Readonly<Record<string, string>> = { r: "rouge", g: "vert", b: "bleu", y: "jaune" };

/** The card that stays in the hand, unless one like it was seen by all. A place may be called b5, too. */
function told({ view, seat }: Turn, move: string, made: readonly string[]): RegExp[] {
  const hands = view["hands"] as string[][];
  const open = new Set(made.map((text) => text.split("@")[0])); // in earlier rounds, too
  const left = [...(hands[seat] ?? [])];
  const [played = ""] = move.split("@");
  left.splice(left.indexOf(played), 1);
  return left
    .filter((card) => card !== played && !open.has(card))
    .map((card) => new RegExp(`\\b${card.slice(1)} ${COLOURS[card.charAt(0)] ?? card}\\b|\\b${card}@|=${card}$`, "m"));
}

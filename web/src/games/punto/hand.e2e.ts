import { cell, type Hand, type Turn } from "../../../e2e/playing";
import { SHOWN } from "./layout";

/** Lays a card: of a hand of two the card first, then the place. */
export const hand: Hand = {
  short: { rounds_to_win: 1 },
  crowd: { players: 3, expert: true },
  marks: (moves) => new Set(moves.map((move) => move.split("@")[1])).size,
  begin: async (page, { view, seat }) => {
    await cell(page, "hand-0");
    const cards = new Set((view["hands"] as string[][])[seat]);
    return cards.size > 1 ? /^Choisissez où va le \d/ : /^Posez le \d/; // two of a kind: nothing to choose
  },
  pick,
  act: async (page, turn) => {
    const goOn = page.locator("foreignObject button");
    if (await goOn.isVisible()) await goOn.click();
    const [card = "", place = ""] = pick(turn).split("@");
    const held = (turn.view["hands"] as string[][])[turn.seat] ?? [];
    if (held.length > 1) await cell(page, `hand-${held.indexOf(card)}`);
    await cell(page, place);
  },
  pieces: ({ board }) =>
    Object.entries(board as Readonly<Record<string, readonly string[]>>).flatMap(([place, { length }]) =>
      Array.from({ length: Math.min(length, SHOWN + 1) }, (_, depth) => (depth === 0 ? place : `${place}/${depth}`)),
    ),
  wrong: async (page) => {
    // Right after the first card every cell next to it is free, so one further away is refused.
    const far = await page
      .locator("[data-cell]")
      .evaluateAll((cells) => cells.map((one) => one.getAttribute("data-cell") ?? ""));
    await cell(page, far.find((key) => /^-?\d+,-?\d+$/.test(key) && /[3-5]/.test(key)) ?? "5,5");
  },
  hidden: [
    { options: { expert: true, rounds_to_win: 1 }, seats: 2, told },
    { options: { expert: true, rounds_to_win: 1, players: 3 }, seats: 3, told },
  ],
};

/** The move that makes the longest line of one colour: moves at random go on for hundreds. */
function pick({ legal, view }: Turn): string {
  const board = view["board"] as Record<string, string | string[]>;
  const colour = (x: number, y: number): string => [board[`${x},${y}`] ?? ""].flat().at(-1)?.charAt(0) ?? "";
  const line = (move: string): number => {
    const [card = "", place = ""] = move.split("@");
    const [x = 0, y = 0] = place.split(",").map(Number);
    const along = (dx: number, dy: number): number => {
      let n = 1;
      while (n < 6 && colour(x + n * dx, y + n * dy) === card.charAt(0)) n += 1;
      return n;
    };
    const ways = [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ] as const;
    return Math.max(...ways.map(([dx, dy]) => along(dx, dy) + along(-dx, -dy)));
  };
  return legal.reduce((best, move) => (line(move) > line(best) ? move : best), legal[0] ?? "");
}

const COLOURS: Readonly<Record<string, string>> = { r: "rouge", g: "vert", b: "bleu", y: "jaune" };

/** The card that stays in the hand, unless one like it was seen by all, or it is neutral: somebody else
 *  may hold its like. A place may be called b5, too. */
function told({ view, seat }: Turn, move: string, made: readonly string[]): RegExp[] {
  const hands = view["hands"] as string[][];
  const owners = view["colours"] as Readonly<Record<string, number | null>>;
  const open = new Set(made.map((text) => text.split("@")[0])); // in earlier rounds, too
  const left = [...(hands[seat] ?? [])];
  const [played = ""] = move.split("@");
  left.splice(left.indexOf(played), 1);
  return left
    .filter((card) => card !== played && !open.has(card) && owners[card.charAt(0)] !== null)
    .map((card) => new RegExp(`\\b${card.slice(1)} ${COLOURS[card.charAt(0)] ?? card}\\b|\\b${card}@|=${card}$`, "m"));
}

import { cell, type Hand } from "../../../e2e/playing";

/** Lays a row, draws, or uses a card: first the card, then its place, then the word. */
export const hand: Hand = {
  short: { rows: "random" },
  crowd: { players: 3, rows: "random" },
  begin: async (page, { legal, view, seat }) => {
    const move = legal.find((text) => /[>=]/.test(text)) ?? "";
    const held = (view["hands"] as string[][])[seat] ?? [];
    await cell(page, move.startsWith("take") ? "offer" : `hand:${held.indexOf(cardOf(move))}`);
    return /^(Choisissez l’endroit|Jouez la carte|Laissez cette carte)/;
  },
  marksCells: false, // others' rows are no cells
  stays: /^(?!\d)/, // an exchange makes one's own row longer or shorter
  still: 16,
  act: async (page, { legal, view, seat }) => {
    const say = page.locator("section.board .bar .main");
    const colour = (view["colours"] as (string | null)[])[seat] ?? "B";
    const uses = legal.filter((move) => move.includes(">"));
    const move = uses.sort((a, b) => rids(b, colour) - rids(a, colour))[0] ?? legal[0] ?? "";
    if (move.startsWith("row") || !/[>=]/.test(move)) {
      await say.click();
      return;
    }
    const held = (view["hands"] as string[][])[seat] ?? [];
    await cell(page, move.startsWith("take") ? "offer" : `hand:${held.indexOf(cardOf(move))}`);
    if (await say.isDisabled()) await cell(page, move.split("@")[1] ?? "1");
    await say.click();
  },
  pieces: ({ rows, offer }) => [
    ...(rows as (string | null)[]).flatMap((row, seat) => [...(row ?? "")].map((_, place) => `${seat}-${place + 1}`)),
    ...(offer === null ? [] : ["card-offer-0"]),
  ],
  folded: ({ hands }) =>
    (hands as string[][]).map((held, seat) => ({
      by: `row:${seat}`,
      pieces: held.map((_, at) => `card-${seat}-${at}`),
    })),
  /** Whatever row can be arranged is a row. Then the pile is touched again after a card was drawn; or
   *  a card of the hand before, where one that lies face up may be taken instead of drawing. */
  opening: 1,
  wrong: async (page, { legal }) => cell(page, legal.includes("draw") ? "hand:0" : "pile"),
  hidden: [{ options: { players: 3 }, seats: 3, told: (_turn, move) => told(move) }],
};

/** A row in its letters, and read out as the list of moves does: `2 noirs, 1 blanc`. */
function told(move: string): RegExp[] {
  const [verb, row = ""] = move.split(" ");
  if (verb !== "row") return [];
  const runs = row.match(/B+|W+/g) ?? [];
  const words = runs.map((run) => `${run.length}\\s${run.startsWith("B") ? "noir" : "blanc"}s?`);
  return [new RegExp(row), new RegExp(words.join(",\\s"))];
}

/** How many pawns of the other colour a use rids its player of: so that games end. */
function rids(move: string, colour: string): number {
  const [give = "", take = ""] = move.replace("take ", "").replace(/@.*/, "").split(">");
  const others = (pawns: string): number => [...pawns].filter((pawn) => pawn !== colour).length;
  return others(give) - others(take);
}

/** The card that a move uses or leaves; one that gives three pawns is read upside down. */
function cardOf(move: string): string {
  const [one = "", other = ""] = move.replace("discard ", "").replace(/@.*/, "").split(/[>=]/);
  return one.length === 2 ? `${one}=${other}` : `${turned(other)}=${turned(one)}`;
}

function turned(pawns: string): string {
  return [...pawns].reverse().join("");
}

/**
 * Positions of Punto, edited. No card is ever lost: one that is put somewhere comes out of a pile,
 * one that is taken away goes back into its owner's.
 */
import type { Entry, Model, Setting, Spot, StockGroup, Tray } from "$lib/board/editor";
import { CLOTH, LINES, pointOf, RIM, SCALE, STEP } from "../layout";
import { readCard, writePlace, type View } from "../view";
import { cardInWords, stackInWords } from "../words";
import { words } from "./words";

/** The public position. */
export interface Position extends Pick<
  View,
  "board" | "colours" | "hands" | "trophies" | "rounds_won" | "to_move" | "void_rounds"
> {
  piles: string[][];
  pile_sizes: number[];
  out: string[];
}

const MOST_VOIDS = 3;
type Lists = Pick<Position, "piles" | "hands" | "trophies" | "out">;
/** Where a tray's cards are: `hands 1`. */
type Where = { list: "piles" | "hands" | "trophies"; n: number } | { list: "out" };

function where(key: string): Where | null {
  const [list, n = ""] = key.split(" ");
  if (list === "out") return { list };
  return list === "piles" || list === "hands" || list === "trophies" ? { list, n: Number(n) } : null;
}

function cardsAt(position: Lists, at: Where): string[] {
  return at.list === "out" ? position.out : (position[at.list][at.n] ?? []);
}

/** Trophies lie in the order won, everything else is sorted. */
function withCards(position: Position, at: Where, cards: string[]): Position {
  if (at.list === "out") return { ...position, out: cards.toSorted() };
  const sorted = at.list === "trophies" ? cards : cards.toSorted();
  return { ...position, [at.list]: position[at.list].with(at.n, sorted) };
}

function without(cards: readonly string[], n: number): string[] {
  return cards.toSpliced(n, 1);
}

/** How many seats share the piles of a side. */
const seatsOf = ({ hands, piles }: Lists, side: number): number[] =>
  hands.map((_, seat) => seat).filter((seat) => seat % piles.length === side);

/** Rounds won and the sizes of piles follow from the cards. */
function settled(position: Position): Position {
  const sizes = [...position.pile_sizes];
  for (const [side, pile] of position.piles.entries()) {
    const seats = seatsOf(position, side);
    let missing = pile.length - seats.reduce((sum, seat) => sum + (sizes[seat] ?? 0), 0);
    while (missing !== 0) {
      const step = Math.sign(missing);
      const by = seats.toSorted((a, b) => step * ((sizes[a] ?? 0) - (sizes[b] ?? 0)));
      const seat = by[0] ?? side;
      sizes[seat] = (sizes[seat] ?? 0) + step;
      missing -= step;
    }
  }
  return { ...position, pile_sizes: sizes, rounds_won: position.trophies.map((won) => won.length) };
}

/** The pile to which a card goes back: its owner's; a neutral one to the smallest. */
function homeOf(position: Position, card: string): Where {
  const letter = readCard(card)?.letter;
  const owner = letter === undefined ? null : position.colours[letter];
  if (typeof owner === "number") return { list: "piles", n: owner };
  const sizes = position.piles.map((pile) => pile.length);
  return { list: "piles", n: sizes.indexOf(Math.min(...sizes)) };
}

/** The position with a card out of some pile; null where none has it. */
function drawn(position: Position, card: string, first: number | null): Position | null {
  const piles = position.piles.map((pile, side) => ({ pile, side })).filter(({ pile }) => pile.includes(card));
  const found = piles.find(({ side }) => side === first) ?? piles[0];
  if (found === undefined) return null;
  return withCards(position, { list: "piles", n: found.side }, without(found.pile, found.pile.indexOf(card)));
}

function put(position: Position, piece: string, at: string): Position {
  const to = where(at);
  const side = to?.list === "hands" ? to.n % position.piles.length : null;
  const rest = drawn(position, piece, side);
  if (rest === null) return position;
  if (to !== null) return settled(withCards(rest, to, [...cardsAt(rest, to), piece]));
  return settled({ ...rest, board: { ...rest.board, [at]: [...(rest.board[at] ?? []), piece] } });
}

function take(position: Position, at: string, _setting?: unknown, n?: number): Position {
  const from = where(at);
  const cards = from === null ? (position.board[at] ?? []) : cardsAt(position, from);
  const index = n ?? cards.length - 1;
  const card = cards[index];
  if (card === undefined) return position;
  const rest = from === null ? lifted(position, at) : withCards(position, from, without(cards, index));
  const home = homeOf(rest, card);
  return settled(withCards(rest, home, [...cardsAt(rest, home), card]));
}

/** Without the top card of a place. */
function lifted(position: Position, at: string): Position {
  const stack = (position.board[at] ?? []).slice(0, -1);
  const others = Object.entries(position.board).filter(([place]) => place !== at);
  return { ...position, board: Object.fromEntries(stack.length === 0 ? others : [...others, [at, stack]]) };
}

/** Somebody else is to move: where only who moves has turned a card over, that one does. */
function turned(position: Position, seat: number, { options }: Setting<View>): Position {
  const now = { ...position, to_move: seat };
  if (options["expert"] === true) return now;
  let found: Position = now;
  for (const [other, hand] of now.hands.entries()) {
    if (other !== seat) found = emptied(found, `hands ${other}`, hand);
  }
  const own = found.hands[seat] ?? [];
  const card = found.piles[seat % found.piles.length]?.[0];
  return own.length > 0 || card === undefined ? found : put(found, card, `hands ${seat}`);
}

/** With all cards of a place back in their piles. */
function emptied(position: Position, at: string, cards: readonly string[]): Position {
  return cards.reduce((found) => take(found, at), position);
}

function clear(position: Position): Position {
  let found = position;
  for (const [at, stack] of Object.entries(position.board)) found = emptied(found, at, stack);
  for (const [side, won] of position.trophies.entries()) found = emptied(found, `trophies ${side}`, won);
  return { ...emptied(found, "out", position.out), void_rounds: 0 };
}

function spots({ board }: Position): Spot[][] {
  return LINES.toReversed().map((y) =>
    LINES.map((x) => {
      const key = writePlace({ x, y });
      const at = pointOf({ x, y });
      const pieces = board[key] ?? [];
      const label = stackInWords(key, board[key]);
      return { key, x: at.x - STEP / 2, y: at.y - STEP / 2, width: STEP, height: STEP, label, pieces };
    }),
  );
}

function isTeams({ teams }: Setting<View>): boolean {
  return teams.some((team) => team.length > 1);
}

function trays(position: Position, setting: Setting<View>): Tray[] {
  const { piles, hands, trophies, out, colours } = position;
  const neutral = Object.values(colours).includes(null);
  const won = isTeams(setting) ? "teamTrophies" : "trophies";
  return [
    ...hands.map((pieces, n) => ({ key: `hands ${n}`, title: words("hand", { n: n + 1 }), pieces })),
    ...trophies.map((pieces, n) => ({ key: `trophies ${n}`, title: words(won, { n: n + 1 }), pieces })),
    ...(neutral
      ? [
          ...piles.map((_, n) => ({ key: `piles ${n}`, title: words("pile", { n: n + 1 }), pieces: [] })),
          { key: "out", title: words("out"), pieces: out },
        ]
      : []),
  ];
}

/** What lies in the piles, by side: what is seen nowhere else. */
function stock(position: Position, setting: Setting<View>): StockGroup[] {
  const key = isTeams(setting) ? "teamPile" : "pile";
  return position.piles.map((pile, n) => ({
    title: words(key, { n: n + 1 }),
    stock: [...new Set(pile)].map((piece) => ({ piece, left: pile.filter((card) => card === piece).length })),
  }));
}

function entries({ to_move, void_rounds, hands }: Position): Entry[] {
  const values = hands.map((_, n) => ({ value: String(n), label: words("player", { n: n + 1 }) }));
  return [
    { key: "to_move", label: words("turn"), kind: "choice", value: String(to_move), values },
    { key: "void_rounds", label: words("voids"), kind: "number", value: void_rounds, max: MOST_VOIDS },
  ];
}

export const model: Model<Position, View> = {
  scale: SCALE,
  boxOf: () => "-48 -48 96 97",
  frame: () => `${-RIM} ${-RIM} ${CLOTH + 2 * RIM} ${CLOTH + 2 * RIM}`,
  spots,
  trays,
  stock,
  entries,
  nameOf: (piece) => cardInWords(piece),
  put,
  take,
  set: (position, key, value, setting) =>
    key === "to_move" ? turned(position, Number(value), setting) : { ...position, [key]: Number(value) },
  clear,
};

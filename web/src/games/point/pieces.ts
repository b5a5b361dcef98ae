/**
 * Pawns and cards that keep their identity while they move. A view says only how many pawns stand where; this
 * remembers which is which, so that each can slide from the row to the bank and back.
 */
import { assign } from "$lib/board/pieces";
import { pawnsOf, type Happening, type Pawn } from "./view";

export interface Piece {
  id: number;
  colour: Pawn;
}

export interface Spread {
  rows: readonly (readonly Piece[])[];
  bank: Readonly<Record<Pawn, readonly Piece[]>>;
}

/** What there is to show: rows as texts (null: covered), and the bank. */
export interface Stock {
  rows: readonly (string | null)[];
  bank: Readonly<Record<Pawn, number>>;
}

export class Pieces {
  private ids = 0;
  private rows: Piece[][] = [];
  private bank: Record<Pawn, Piece[]> = { B: [], W: [] };

  /** The pieces for what is to be shown, as many as possible the same as before. */
  settle(stock: Stock, events: readonly Happening[]): Spread {
    for (const event of events) if (event.type === "used") this.exchange(event);
    const spare: Record<Pawn, Piece[]> = { B: [...this.bank.B], W: [...this.bank.W] };
    const kept = stock.rows.map((row, seat) => this.keep(this.rows[seat] ?? [], row ?? "", spare));
    this.rows = kept.map((row) => row.map((slot) => (typeof slot === "string" ? this.find(slot, spare) : slot)));
    for (const colour of ["B", "W"] as const) {
      const pieces = spare[colour].slice(0, stock.bank[colour]);
      while (pieces.length < stock.bank[colour]) pieces.push(this.make(colour));
      this.bank[colour] = pieces;
    }
    return { rows: this.rows, bank: { ...this.bank } };
  }

  /** Carries out an exchange that was told, if the pieces stand as it says. */
  private exchange({ seat, give, take, place, row }: Extract<Happening, { type: "used" }>): void {
    const before = this.rows[seat] ?? [];
    const text = textOf(before);
    const at = place - 1;
    if (text.slice(0, at) + take + text.slice(at + give.length) !== row) return;
    if (text.slice(at, at + give.length) !== give) return;
    const given = before.slice(at, at + give.length);
    const taken = pawnsOf(take).map((colour) => this.bank[colour].pop() ?? null);
    const made = taken.map((piece, k) => piece ?? this.reuse(given, pawnsOf(take)[k] ?? "B"));
    this.rows[seat] = [...before.slice(0, at), ...made, ...before.slice(at + give.length)];
    for (const piece of given) if (!made.includes(piece)) this.bank[piece.colour].push(piece);
  }

  /** A pawn just given that comes straight back, else one never seen before. */
  private reuse(given: Piece[], colour: Pawn): Piece {
    const at = given.findIndex((piece) => piece.colour === colour);
    return at < 0 ? this.make(colour) : (given.splice(at, 1)[0] ?? this.make(colour));
  }

  /** The pieces of a row that stay, and the colours of those that are missing. */
  private keep(before: readonly Piece[], row: string, spare: Record<Pawn, Piece[]>): (Piece | Pawn)[] {
    const want = pawnsOf(row);
    const have = pawnsOf(textOf(before));
    if (want.length === have.length) return rearranged(before, want);
    let head = 0;
    while (head < Math.min(want.length, have.length) && want[head] === have[head]) head += 1;
    let tail = 0;
    const least = Math.min(want.length, have.length) - head;
    while (tail < least && want.at(-1 - tail) === have.at(-1 - tail)) tail += 1;
    const end = before.length - tail;
    for (const piece of before.slice(head, end)) spare[piece.colour].push(piece);
    return [...before.slice(0, head), ...want.slice(head, want.length - tail), ...before.slice(end)];
  }

  private find(colour: Pawn, spare: Record<Pawn, Piece[]>): Piece {
    return spare[colour].pop() ?? this.make(colour);
  }

  private make(colour: Pawn): Piece {
    this.ids += 1;
    return { id: this.ids, colour };
  }
}

/** A row in another order: pawns that need not move do not, the others keep their order. */
function rearranged(before: readonly Piece[], want: readonly Pawn[]): (Piece | Pawn)[] {
  const found = assign(
    [...before.entries()],
    [...want.entries()],
    ([from, piece], [to, colour]) => from === to && piece.colour === colour,
    ([, piece], [, colour]) => piece.colour === colour,
  );
  return want.map((colour, n) => found[n]?.[1] ?? colour);
}

function textOf(row: readonly Piece[]): string {
  return row.map((piece) => piece.colour).join("");
}

export interface Sprite {
  id: number;
  card: string;
  /** A seat's hand, or -1: left face up. */
  zone: number;
  /** Which of its zone it is, from 0. */
  index: number;
}

export const OFFER = -1;

export class Deck {
  private ids = 0;
  private sprites: Sprite[] = [];

  /** The sprites for these hands and this card left face up, the same as before where possible. */
  settle(hands: readonly (readonly string[])[], offer: string | null): readonly Sprite[] {
    const wanted = hands.flatMap((hand, zone) => hand.map((card, index) => ({ card, zone, index })));
    if (offer !== null) wanted.push({ card: offer, zone: OFFER, index: 0 });
    const known = assign(
      this.sprites,
      wanted,
      (sprite, { card, zone }) => sprite.card === card && sprite.zone === zone,
      (sprite, { card }) => sprite.card === card,
    );
    this.sprites = wanted.map((place, n) => ({ ...place, id: known[n]?.id ?? (this.ids += 1) }));
    return this.sprites;
  }
}

/** The name of a hand's card as a cell: `hand:0`. */
export function cellOf(sprite: Sprite): string {
  return sprite.zone === OFFER ? "offer" : `hand:${sprite.index}`;
}

/** What the house shows of a match: everything, for nothing is hidden. */

import type { Schemas } from "$lib/api/wire";

export type View = Schemas["ExpionView"];
export type Happening = Schemas["ExpionEvent"];
/** A camp and its colour: north, east, south, west, in order of play. */
export type Letter = keyof View["owners"];

export const LETTERS: readonly Letter[] = ["n", "e", "s", "w"];

/** Marbles of one colour in the box. */
export const EACH = 7;

/** The colours that a seat plays, in order of play. */
export function campsOf(view: View, seat: number): Letter[] {
  return LETTERS.filter((letter) => view.owners[letter] === seat);
}

/** The side of a colour: north and south are 0, east and west 1, however many play. */
export function sideOf(letter: Letter): 0 | 1 {
  return letter === "n" || letter === "s" ? 0 : 1;
}

/** The two colours of a side. */
export function coloursOf(side: number): [Letter, Letter] {
  return side === 0 ? ["n", "s"] : ["e", "w"];
}

/** How many marbles of a colour are still on the board. */
export function left(view: View, letter: Letter): number {
  return Object.values(view.marbles).filter((marble) => marble === letter).length;
}

/** Whether the player of a colour has no marble left. */
export function isOut(view: View, letter: Letter): boolean {
  return campsOf(view, view.owners[letter]).every((camp) => left(view, camp) === 0);
}

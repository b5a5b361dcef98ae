/** The table of Punto as the house shows it, and its texts: cards `r5`, places `-1,2`. */

import type { Schemas } from "$lib/api/wire";

export type View = Schemas["PuntoView"];
export type Happening = Schemas["PuntoEvent"];
export type Letter = keyof View["colours"];
export type Board = View["board"];

export interface Place {
  x: number;
  y: number;
}

export interface Card {
  letter: Letter;
  value: number;
}

export const LETTERS: readonly Letter[] = ["r", "g", "b", "y"];

/** A card's colour and value; null for one that is face down. */
export function readCard(text: string): Card | null {
  const found = /^([rgby])([1-9])$/.exec(text);
  return found === null ? null : { letter: found[1] as Letter, value: Number(found[2]) };
}

export function readPlace(text: string): Place {
  const [x, y] = text.split(",").map(Number);
  return { x: x ?? 0, y: y ?? 0 };
}

/** The letter of a column; the first card lies on f6. Beyond the cloth there are no letters. */
export function fileOf(x: number): string {
  return Math.abs(x) > 5 ? String(x) : String.fromCharCode("f".charCodeAt(0) + x);
}

/** The number of a row. */
export function rankOf(y: number): string {
  return String(y + 6);
}

/** A place as the edges of the cloth name it: `-1,2` is e8. */
export function squareOf(text: string): string {
  const { x, y } = readPlace(text);
  return fileOf(x) + rankOf(y);
}

export function writePlace({ x, y }: Place): string {
  return `${x},${y}`;
}

/** The colours of a side in their fixed order. */
export function coloursOf(view: View, side: number): Letter[] {
  return LETTERS.filter((letter) => view.colours[letter] === side);
}

/** The colour that belongs to nobody, in games of three sides. */
export function neutralOf(view: View): Letter | null {
  return LETTERS.find((letter) => view.colours[letter] === null) ?? null;
}

/** Moves as texts: `r5@-1,2` lays the red 5 on a place. Which of them are legal is the house's to say. */

export interface Move {
  card: string;
  at: string;
}

/** A move's card and place; null for a text that is none. */
export function readMove(text: string): Move | null {
  const found = /^([rgby][1-9])@(-?\d+,-?\d+)$/.exec(text);
  return found === null ? null : { card: found[1] ?? "", at: found[2] ?? "" };
}

export function writeMove({ card, at }: Move): string {
  return `${card}@${at}`;
}

/** The places where the house lets this card go; with no card, those of any card. */
export function placesFor(legal: readonly string[], card: string | null): Set<string> {
  const places = new Set<string>();
  for (const text of legal) {
    const move = readMove(text);
    if (move !== null && (card === null || move.card === card)) places.add(move.at);
  }
  return places;
}

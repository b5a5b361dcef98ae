/** Marbles with a name each, so that one and the same glides from cell to cell. */
import { assign } from "$lib/board/pieces";
import { EACH, LETTERS, type Letter, type View } from "./view";

export interface Marble {
  id: string;
  letter: Letter;
  /** Its cell, null once captured. */
  cell: string | null;
  /** Its place on the captors' rail once captured. */
  slot: number;
  /** The cell on which it has just been captured. */
  lost: string | null;
}

/**
 * The marbles of a view, each as nearly as possible the one it was before: those whose cell still
 * holds their colour stay, the others take the cells that are new, and who finds none is captured.
 */
export function settle(before: readonly Marble[], view: View): Marble[] {
  return LETTERS.flatMap((letter) => {
    const cells = Object.keys(view.marbles).filter((cell) => view.marbles[cell] === letter);
    const known = before.filter((marble) => marble.letter === letter);
    return known.length === 0 ? fresh(letter, cells) : again(known, cells);
  });
}

function fresh(letter: Letter, cells: readonly string[]): Marble[] {
  return Array.from({ length: EACH }, (_, n) => ({
    id: `${letter}${n}`,
    letter,
    cell: cells[n] ?? null,
    slot: Math.max(0, n - cells.length),
    lost: null,
  }));
}

function again(known: readonly Marble[], cells: readonly string[]): Marble[] {
  const found = assign(
    known,
    cells,
    (marble, cell) => marble.cell === cell,
    () => true,
    boardFirst,
  );
  const places = new Map(found.map((marble, n) => [marble?.id, cells[n] ?? null]));
  return inOrder(
    known.map((marble) => {
      const cell = places.get(marble.id) ?? null;
      return { ...marble, cell, lost: cell === null ? marble.cell : null };
    }),
  );
}

/** Those on the board move before any comes back from the rail, and there the last goes first. */
function boardFirst(a: Marble, b: Marble): number {
  if (a.cell !== null || b.cell !== null) return Number(a.cell === null) - Number(b.cell === null);
  return b.slot - a.slot;
}

/** Captured marbles lie side by side: those there before first, then the new ones. */
function inOrder(marbles: readonly Marble[]): Marble[] {
  const captured = marbles
    .filter((marble) => marble.cell === null)
    .sort((a, b) => Number(a.lost !== null) - Number(b.lost !== null) || a.slot - b.slot);
  return marbles.map((marble) => ({ ...marble, slot: Math.max(0, captured.indexOf(marble)) }));
}

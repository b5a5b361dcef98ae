/** The places of the cloth as cells to be touched, walked and read out. */
import type { Cell } from "$lib/board/cells";
import { CELL, LINES } from "./layout";
import { writePlace, type Board } from "./view";
import { stackInWords, words } from "./words";

/** What cells need to know of the table. */
export interface Known {
  board: Board;
  /** Places that are allowed now. */
  allowed: ReadonlySet<string>;
  /** Where cards were just laid, and which place is chosen. */
  marked: readonly string[];
  chosen: string | null;
  /** Whether a card is in the fingers, so that touching a place lays it. */
  holding: boolean;
}

/** All places where a card may ever go, from the top row to the bottom one. */
export function cellsOf(known: Known): Cell[][] {
  return LINES.toReversed().map((y) => LINES.map((x) => cellAt(x, y, known)));
}

function cellAt(x: number, y: number, known: Known): Cell {
  const key = writePlace({ x, y });
  return {
    key,
    x: (x - 0.5) * CELL,
    y: (-y - 0.5) * CELL,
    width: CELL,
    height: CELL,
    label: label(key, known),
    chosen: key === known.chosen,
    plays: known.holding && known.allowed.has(key),
  };
}

function label(at: string, { board, allowed, marked }: Known): string {
  const cell = stackInWords(at, board[at]);
  const told = marked.includes(at) ? words("last", { cell }) : cell;
  return allowed.has(at) ? words("allowed", { cell: told }) : told;
}

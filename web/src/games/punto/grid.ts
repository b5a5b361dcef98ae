/** The places of the cloth as cells to be touched, walked and read out. */
import type { Cell } from "$lib/board/cells";
import { CELL, shownAround, type Look } from "./geometry";
import { writePlace, type Board } from "./view";
import { stackInWords, words } from "./words";

export interface Grid {
  rows: Cell[][];
  /** Names of the rows: they come and go as the cards spread. */
  names: string[];
}

/** What cells need to know of the table. */
export interface Known {
  board: Board;
  /** Places that are allowed now. */
  allowed: ReadonlySet<string>;
  /** Where the last card was laid, and which place is chosen. */
  last: string | null;
  chosen: string | null;
}

/** All places of which the cloth shows at least half, from the top row to the bottom one. */
export function gridOf(look: Look, known: Known): Grid {
  const columns = shownAround(look.x, look.across);
  const ys = shownAround(look.y, look.across).reverse();
  const rows = ys.map((y) => columns.map((x) => cellAt(x, y, look, known)));
  return { rows, names: ys.map(String) };
}

function cellAt(x: number, y: number, look: Look, known: Known): Cell {
  const key = writePlace({ x, y });
  const across = span(x, look.x, look.across);
  const along = span(-y, -look.y, look.across);
  return {
    key,
    x: across.from,
    y: along.from,
    width: across.length,
    height: along.length,
    label: label(key, known),
    chosen: key === known.chosen,
  };
}

/** A cell from edge to edge, cut off where the cloth ends. */
function span(at: number, middle: number, across: number): { from: number; length: number } {
  const from = Math.max(at - 0.5, middle - across / 2);
  const to = Math.min(at + 0.5, middle + across / 2);
  return { from: from * CELL, length: (to - from) * CELL };
}

function label(at: string, { board, allowed, last }: Known): string {
  const cell = stackInWords(at, board[at]);
  const marked = at === last ? words("last", { cell }) : cell;
  return allowed.has(at) ? words("allowed", { cell: marked }) : marked;
}

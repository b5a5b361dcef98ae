/** Where a diagram's cells lie in the picture; turned half round for whoever sits at the top. */
import type { Diagram, Piece, Place } from "./view";

export const UNIT = 100;
const MARGIN = 12;

export interface Spot {
  x: number;
  y: number;
}

export interface Layout {
  box: { x: number; y: number; width: number; height: number };
  /** The middle of a cell in the picture. */
  at: (place: Spot) => Spot;
  /** The same for a name beside the board, which stays on its side of it. */
  beside: (edge: Spot) => Spot;
  /** The cells from top to bottom, from left to right. */
  rows: Place[][];
}

export function layoutOf({ cells, edges }: Pick<Diagram, "cells" | "edges">, turned: boolean): Layout {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const at = ({ x, y }: Spot): Spot => ({
    x: UNIT * (turned ? left + right - x : x),
    y: UNIT * (turned ? top + bottom - y : y),
  });
  const beside = ({ x, y }: Spot): Spot => ({
    x: x < left || x > right ? UNIT * x : at({ x, y }).x,
    y: y < top || y > bottom ? UNIT * y : at({ x, y }).y,
  });
  const spots = edges.map(beside);
  const half = UNIT / 2 + MARGIN;
  const low = { x: Math.min(left * UNIT - half, ...spots.map(({ x }) => x - 30)), y: top * UNIT - half };
  const high = {
    x: right * UNIT + half,
    y: Math.max(bottom * UNIT + half, ...spots.map(({ y }) => y + 30)),
  };
  return {
    box: { x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y },
    at,
    beside,
    rows: rowsOf(cells, at),
  };
}

/** Cells that lie side by side are a row; slanting boards have rows of unequal length. */
function rowsOf(cells: readonly Place[], at: (place: Spot) => Spot): Place[][] {
  const rows = new Map<number, Place[]>();
  for (const cell of cells) {
    const y = Math.round(at(cell).y / 10);
    rows.set(y, [...(rows.get(y) ?? []), cell]);
  }
  return [...rows.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, row]) => row.sort((one, other) => at(one).x - at(other).x));
}

/** The level of the topmost piece of every cell. */
export function topsOf(pieces: readonly Piece[]): ReadonlyMap<string, number> {
  const tops = new Map<string, number>();
  for (const { cell, level } of pieces) tops.set(cell, Math.max(level, tops.get(cell) ?? 0));
  return tops;
}

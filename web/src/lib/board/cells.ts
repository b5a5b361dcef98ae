/** Cells of a board as fingers, keys and screen readers meet them. */

export interface Cell {
  /** The cell's name in moves: `e5`, `2,-1`. */
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** What is there, in words. */
  label: string;
  /** Whether a piece here can be picked up and dragged. */
  grabs?: boolean;
  /** Whether it is chosen just now. */
  chosen?: boolean;
  /** Whether touching it makes a move, which a second touch may have to confirm. */
  plays?: boolean;
}

/** What is being dragged, in the units of the picture. */
export interface Drag {
  from: string;
  x: number;
  y: number;
  /** The cell under the pointer. */
  over: string | null;
}

/** Who is told what becomes of the cells: the game's choice (`choice.svelte.ts`). */
export interface Chooser {
  /** The cell that has the pointer or the focus. */
  looked: string | null;
  /** The cell that was touched and waits for a second touch. */
  touched: string | null;
  pick: (key: string) => void;
  drop: (from: string, to: string) => void;
  /** Told while something is dragged, so that the board can draw it; null when it is let go. */
  hold: (drag: Drag | null) => void;
  cancel: () => void;
}

export interface Spot {
  row: number;
  column: number;
}

/** Where a cell is now; null if it is not there any more. */
export function find(rows: readonly (readonly Cell[])[], key: string): Spot | null {
  for (const [row, line] of rows.entries()) {
    const column = line.findIndex((cell) => cell.key === key);
    if (column >= 0) return { row, column };
  }
  return null;
}

/** Where an arrow key leads, or null if the key is not one; it stops at the edge. */
export function walk(rows: readonly (readonly Cell[])[], at: Spot, key: string): Spot | null {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const line = rows[at.row] ?? [];
  if (key === "Home") return { row: at.row, column: 0 };
  if (key === "End") return { row: at.row, column: line.length - 1 };
  const step = steps[key];
  if (step === undefined) return null;
  const row = clamp(at.row + step[0], rows.length);
  if (step[0] !== 0) return { row, column: nearest(rows[row] ?? [], line[at.column]) };
  return { row, column: clamp(at.column + step[1], line.length) };
}

/** Rows may have gaps and different lengths: the cell most nearly above or below. */
function nearest(row: readonly Cell[], cell: Cell | undefined): number {
  const middle = cell === undefined ? 0 : cell.x + cell.width / 2;
  let best = 0;
  let least = Infinity;
  row.forEach((other, column) => {
    const distance = Math.abs(other.x + other.width / 2 - middle);
    if (distance < least) [best, least] = [column, distance];
  });
  return best;
}

function clamp(value: number, length: number): number {
  return Math.max(0, Math.min(length - 1, value));
}

/** Where things lie in the picture. A square of the board is 100 wide. */
import type { Direction, Side } from "./view";

export interface Point {
  x: number;
  y: number;
}

export const SQUARE = 100;
export const FRAME = 28;
export const WIDTH = 8 * SQUARE + 2 * FRAME;
const GAP = 10;

/** The rail of the far side, the board and the rail of the near side, from above. */
export const FAR = { y: 0, height: 64 } as const;
export const BOARD_Y = FAR.height + GAP;
export const NEAR = { y: BOARD_Y + WIDTH + GAP, height: 106 } as const;
export const HEIGHT = NEAR.y + NEAR.height;

export const PAWN = 33; // radius

export const FILES = "abcdefgh";

/** The middle of a square; `turned` for the player who sits in the north. */
export function place(cell: string, turned: boolean): Point {
  const file = FILES.indexOf(cell.charAt(0));
  const row = Number(cell.charAt(1)) - 1;
  const [column, line] = turned ? [7 - file, row] : [file, 7 - row];
  return { x: FRAME + (column + 0.5) * SQUARE, y: BOARD_Y + FRAME + (line + 0.5) * SQUARE };
}

/** Every square, row by row as the viewer sees them. */
export function rowsOfCells(turned: boolean): string[][] {
  const ranks = turned ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
  const files = turned ? [...FILES].reverse() : [...FILES];
  return ranks.map((rank) => files.map((file) => `${file}${rank}`));
}

/** Whether a square is one of the dark ones: a1 is. */
export function isDark(cell: string): boolean {
  return (FILES.indexOf(cell.charAt(0)) + Number(cell.charAt(1))) % 2 === 1;
}

const COMPASS: readonly Direction[] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** How far a direction is turned from straight up, clockwise, as the viewer sees it. */
export function angle(direction: Direction, turned: boolean): number {
  return (COMPASS.indexOf(direction) * 45 + (turned ? 180 : 0)) % 360;
}

export function isDiagonal(direction: Direction): boolean {
  return direction.length === 2;
}

/** A rail: where a tile waits (1 to 8), where a taken pawn lies (0 to 11), and how large both are. */
export interface Rail {
  y: number;
  height: number;
  tile: (number: number) => Point;
  tileScale: number;
  pawn: (slot: number) => Point;
  pawnScale: number;
}

export const near: Rail = {
  ...NEAR,
  tile: (number) => ({ x: FRAME + (number - 0.5) * SQUARE, y: NEAR.y + NEAR.height / 2 }),
  tileScale: 0.94,
  pawn: (slot) => ({ x: 56 + slot * 32, y: NEAR.y + NEAR.height / 2 }),
  pawnScale: 1,
};

export const far: Rail = {
  ...FAR,
  tile: (number) => ({ x: WIDTH / 2 + (number - 4.5) * 64, y: FAR.y + FAR.height / 2 }),
  tileScale: 0.52,
  pawn: (slot) => ({ x: 44 + slot * 32, y: FAR.y + FAR.height / 2 }),
  pawnScale: 0.68,
};

/** The rail before a side: the viewer's is the near one. */
export function railOf(side: Side, turned: boolean): Rail {
  return (side === 1) === turned ? near : far;
}

/** What the house shows of a table of Barrier: everything lies open. */

/** A side: yellow sits in the south and has seat 0, clear in the north and has seat 1. */
export type Side = 0 | 1;

export type Direction = "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW";

/** `y` yellow, `c` clear; a capital is crowned. */
export type Letter = "y" | "Y" | "c" | "C";

export type Arrows = Readonly<Record<string, readonly Direction[]>>;

export interface View {
  /** The tile that lies on a square. */
  tiles: Readonly<Record<string, number>>;
  /** Per side: the tiles still to be laid. */
  hands: readonly (readonly number[])[];
  pawns: Readonly<Record<string, Letter>>;
  to_move: number | null;
  /** Moves since the last capture or crowning. */
  quiet: number;
  /** Where each tile with a dot leads, and each with a dash: the same unless the box says otherwise. */
  arrows: Arrows;
  dash_arrows?: Arrows;
  /** Whose each square of the barrier is. */
  owners: Readonly<Record<string, number>>;
}

export type Happening =
  | { type: "moved"; seat: number; pawn: Letter; from: string; to: string; jump: boolean }
  | { type: "captured"; seat: number; pawn: Letter; at: string }
  | { type: "crowned"; seat: number; at: string }
  | { type: "laid"; seat: number; tile: number; at: string }
  | { type: "laid_by_lot"; tiles: Readonly<Record<string, number>> }
  | { type: "starts"; seat: number };

/** How many pawns a side begins with: those that are not on the board were taken. */
export const PAWNS = 12;
export const TILES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export function sideOf(pawn: Letter): Side {
  return pawn.toLowerCase() === "y" ? 0 : 1;
}

export function isCrowned(pawn: Letter): boolean {
  return pawn === pawn.toUpperCase();
}

/** Where a tile of a side leads; yellow has the dots. */
export function waysOf(view: View, side: number | undefined, tile: number): readonly Direction[] {
  const arrows = side === 1 ? (view.dash_arrows ?? view.arrows) : view.arrows;
  return arrows[tile] ?? [];
}

/** Whether tiles are still being laid. */
export function laying(view: View): boolean {
  return view.hands.some((hand) => hand.length > 0);
}

/** What the house shows of a table of Barrier: everything lies open. */

import type { Schemas } from "$lib/api/wire";

/** A side: yellow sits in the south and has seat 0, clear in the north and has seat 1. */
export type Side = 0 | 1;

export type View = Schemas["BarrierView"];
export type Happening = Schemas["BarrierEvent"];
/** `y` yellow, `c` clear; a capital is crowned. */
export type Letter = View["pawns"][string];
export type Direction = View["arrows"][string][number];

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
  const arrows = side === 1 ? view.dash_arrows : view.arrows;
  return arrows[tile] ?? [];
}

/** Whether tiles are still being laid. */
export function laying(view: View): boolean {
  return view.hands.some((hand) => hand.length > 0);
}

/** The table of Point as the house shows it (see docs: the position, and what a view adds). */

import type { Schemas } from "$lib/api/wire";

export type View = Schemas["PointView"];
export type Happening = Schemas["PointEvent"];
export type Pawn = keyof View["bank"];

/** A row or a side of a card as single pawns. */
export function pawnsOf(text: string): Pawn[] {
  return [...text].map((letter) => (letter === "B" ? "B" : "W"));
}

/** Whether a row shows its owner's colour and no other. */
export function isPure(view: View, seat: number): boolean {
  const row = view.rows[seat];
  const own = view.colours[seat];
  return row !== null && row !== undefined && row !== "" && [...row].every((pawn) => pawn === own);
}

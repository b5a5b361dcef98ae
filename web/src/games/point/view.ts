/** The table of Point as the house shows it (see docs: the position, and what a view adds). */

export type Pawn = "B" | "W";

export interface View {
  /** Every seat's row from its owner's left; null while it is secret or not laid out. */
  rows: readonly (string | null)[];
  /** The colour each seat collects; null before the lots are drawn. */
  colours: readonly (Pawn | null)[];
  hands: readonly (readonly string[])[];
  bank: Readonly<Record<Pawn, number>>;
  /** The card left face up. */
  offer: string | null;
  used: readonly string[];
  pile: readonly string[];
  rebuilds: number;
  stopped: readonly boolean[];
  phase: "rows" | "start" | "use" | "pure";
  regrouped: boolean;
  to_move: number | null;
  /** Who has laid out a row. */
  chosen: readonly boolean[];
  teams: boolean;
}

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

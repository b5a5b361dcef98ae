/** The pieces of the view that is shown, and how they came there. */
import type { GameEvent } from "$lib/board/face";
import { follow, setOut, type Pawn } from "./pieces";
import { TILES, type Happening, type Side, type View } from "./view";

export interface Tile {
  readonly id: string;
  readonly side: Side;
  readonly number: number;
  /** Its square; null while it waits to be laid. */
  readonly at: string | null;
  /** Its turn when chance lays them all, else 0. */
  readonly wait: number;
}

export interface Pieces {
  readonly pawns: readonly Pawn[];
  readonly tiles: readonly Tile[];
}

/** Remembers the pieces from view to view; a view out of turn is set out anew, without motion. */
export class Stage {
  private view: View | null = null;
  private beat = -1;
  private turned = false;
  private pieces: Pieces = { pawns: [], tiles: [] };
  private generation = 0;

  show(view: View, events: readonly GameEvent[], beat: number, fresh: boolean, turned: boolean): Pieces {
    if (view === this.view && turned === this.turned) return this.pieces;
    const told = fresh && this.view !== null && beat !== this.beat && turned === this.turned;
    const happened = told ? (events as unknown as readonly Happening[]) : [];
    if (!told) this.generation += 1;
    const pawns = told ? follow(this.pieces.pawns, happened, view) : setOut(view, this.generation * 100);
    this.pieces = { pawns, tiles: tilesOf(view, happened, this.generation) };
    [this.view, this.beat, this.turned] = [view, beat, turned];
    return this.pieces;
  }
}

/** All sixteen tiles: those on the board, then those that wait, which are drawn over them. */
export function tilesOf(view: View, events: readonly Happening[], generation = 0): Tile[] {
  const lot = events.some((event) => event.type === "laid_by_lot");
  const squares = new Map<string, string>();
  for (const [cell, number] of Object.entries(view.tiles)) squares.set(`${view.owners[cell]}-${number}`, cell);
  const tiles = ([0, 1] as const).flatMap((side) =>
    TILES.map((number): Tile => {
      const at = squares.get(`${side}-${number}`) ?? null;
      return { id: `${generation}-${side}-${number}`, side, number, at, wait: lot ? 2 * number + side : 0 };
    }),
  );
  return tiles.sort((one, other) => Number(one.at === null) - Number(other.at === null));
}

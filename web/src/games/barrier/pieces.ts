/** Pawns and tiles that keep their identity from one view to the next, so that they can be seen to move. */
import { assign } from "$lib/board/pieces";
import { between } from "./moves";
import { isCrowned, PAWNS, sideOf, TILES, type Happening, type Letter, type Side, type View } from "./view";

export interface Pawn {
  readonly id: number;
  readonly side: Side;
  readonly crowned: boolean;
  /** Its square; null if it was taken. */
  readonly at: string | null;
  /** Its place on the captor's rail once it was taken. */
  readonly slot: number;
  /** How it came there: the squares it passed, and after how many legs of the move it set out. */
  readonly via: readonly string[];
  readonly wait: number;
}

const SIDES: readonly Side[] = [0, 1];

/** The pawns of a view that nobody saw coming about. */
export function setOut(view: View, firstId: number): Pawn[] {
  const blank = SIDES.flatMap((side) =>
    Array.from({ length: PAWNS }, (_, i) => taken(firstId + side * PAWNS + i, side)),
  );
  return settle(blank, view);
}

function taken(id: number, side: Side): Pawn {
  return { id, side, crowned: false, at: null, slot: 0, via: [], wait: 0 };
}

/** The pawns after what happened; the view has the last word. */
export function follow(pawns: readonly Pawn[], events: readonly Happening[], view: View): Pawn[] {
  let now = pawns.map((pawn): Pawn => ({ ...pawn, via: [], wait: 0 }));
  let legs = 0;
  for (const event of events) {
    if (event.type === "moved") {
      legs += 1;
      now = now.map((pawn) =>
        pawn.at === event.from ? { ...pawn, at: event.to, via: [...pawn.via, event.to] } : pawn,
      );
    } else if (event.type === "captured") {
      const wait = legs - 0.5;
      now = now.map((pawn) => (pawn.at === event.at ? { ...pawn, at: null, slot: PAWNS, wait } : pawn));
    }
  }
  return settle(now, view);
}

/** Puts pawns where the view has them, moving as few as possible. */
export function settle(pawns: readonly Pawn[], view: View): Pawn[] {
  const standing = Object.entries(view.pawns);
  const isOf = (pawn: Pawn, letter: Letter): boolean => sideOf(letter) === pawn.side;
  const found = assign(
    pawns,
    standing,
    (pawn, [cell, letter]) => pawn.at === cell && isOf(pawn, letter),
    (pawn, [, letter]) => isOf(pawn, letter),
    lastTakenFirst,
  );
  const placed = new Map(standing.map((place, n) => [found[n]?.id, place]));
  return withSlots(pawns.map((pawn) => put(pawn, placed.get(pawn.id))));
}

/** Of the pawns that are free to stand elsewhere: those on the board, then the last one taken. */
function lastTakenFirst(one: Pawn, other: Pawn): number {
  const rank = (pawn: Pawn): number => (pawn.at === null ? pawn.slot : PAWNS + 1);
  return rank(other) - rank(one);
}

function put(pawn: Pawn, found: [string, Letter] | undefined): Pawn {
  if (found === undefined) return { ...pawn, at: null, crowned: false };
  const [at, letter] = found;
  const via = at === pawn.at ? pawn.via : [];
  return { ...pawn, at, crowned: isCrowned(letter), via };
}

/** Taken pawns lie on their captor's rail in the order in which they were taken. */
function withSlots(pawns: readonly Pawn[]): Pawn[] {
  const slots = new Map<number, number>();
  for (const side of SIDES) {
    const gone = pawns.filter((pawn) => pawn.side === side && pawn.at === null);
    gone.sort((one, other) => one.slot - other.slot || one.wait - other.wait || one.id - other.id);
    gone.forEach((pawn, slot) => slots.set(pawn.id, slot));
  }
  return pawns.map((pawn) => ({ ...pawn, slot: slots.get(pawn.id) ?? 0 }));
}

/** The squares of pawns that a path of jumps has passed over. */
export function jumped(path: readonly string[]): string[] {
  return path.slice(1).flatMap((cell, i) => between(path[i] ?? cell, cell) ?? []);
}

/** Pawns as they are painted: those that have moved, and the chosen one, over the others. */
export function inDrawingOrder(pawns: readonly Pawn[], chosen: string | undefined): Pawn[] {
  const height = (pawn: Pawn): number => {
    if (pawn.at === null) return pawn.slot / 100 + (pawn.wait > 0 ? 2 : 0);
    if (pawn.at === chosen) return 4;
    return pawn.via.length > 0 ? 3 : 1;
  };
  return [...pawns].sort((one, other) => height(one) - height(other) || one.id - other.id);
}

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

  show(view: View, events: readonly Happening[], beat: number, fresh: boolean, turned: boolean): Pieces {
    if (view === this.view && turned === this.turned) return this.pieces;
    const told = fresh && this.view !== null && beat !== this.beat && turned === this.turned;
    const happened = told ? events : [];
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

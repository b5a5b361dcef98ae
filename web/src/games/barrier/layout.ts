/** Where things lie in the picture, and where every piece is drawn. A square of the board is 100 wide. */
import type { Drag } from "$lib/board/cells";
import { readMove } from "./moves";
import type { Pawn, Tile } from "./pieces";
import type { Direction, Side, View } from "./view";

export interface Point {
  x: number;
  y: number;
}

export const SQUARE = 100;
export const FRAME = 28;
/** The board with its frame is a square with its corner at 0,0. */
export const BOARD = 8 * SQUARE + 2 * FRAME;
export const PAWN = 33; // radius
/** On a tile a pawn is drawn a little smaller, so that the points of the arrow can be seen. */
export const ON_TILE = 0.86;

export const FILES = "abcdefgh";

/** The middle of a square; `turned` for the player who sits in the north. */
export function place(cell: string, turned: boolean): Point {
  const file = FILES.indexOf(cell.charAt(0));
  const row = Number(cell.charAt(1)) - 1;
  const [column, line] = turned ? [7 - file, row] : [file, 7 - row];
  return { x: FRAME + (column + 0.5) * SQUARE, y: FRAME + (line + 0.5) * SQUARE };
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

/** A rail before a player: first its tiles lie there, later the pawns it has taken. */
export interface Rail {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where a tile (1 to 8) waits. */
  tile: (number: number) => Point;
  tileScale: number;
  /** Where a taken pawn (0 to 11) lies. */
  pawn: (slot: number) => Point;
  pawnScale: number;
}

/** A place for a button in the picture. */
export interface Key extends Point {
  width: number;
  height: number;
  size: number;
}

export interface Layout {
  box: string;
  /** The rail of the side that the viewer looks from, and that of the other. */
  near: Rail;
  far: Rail;
  /** Whether the rails stand upright beside the board. */
  upright: boolean;
  stop: Key;
  back: Key;
}

const GAP = 10;
const LOW = 64; // height of the far rail
const DEEP = 106; // height of the near rail
const SIDE = 124; // width of upright rails

const farLying: Rail = {
  ...{ x: 0, y: -GAP - LOW, width: BOARD, height: LOW },
  tile: (number) => ({ x: BOARD / 2 + (number - 4.5) * 64, y: -GAP - LOW / 2 }),
  tileScale: 0.52,
  pawn: (slot) => ({ x: 44 + slot * 32, y: -GAP - LOW / 2 }),
  pawnScale: 0.68,
};
const nearLying: Rail = {
  ...{ x: 0, y: BOARD + GAP, width: BOARD, height: DEEP },
  tile: (number) => ({ x: FRAME + (number - 0.5) * SQUARE, y: BOARD + GAP + DEEP / 2 }),
  tileScale: 0.94,
  pawn: (slot) => ({ x: 56 + slot * 32, y: BOARD + GAP + DEEP / 2 }),
  pawnScale: 1,
};

/** The far rail where somebody plays from it, too: as deep as the near one. */
const farDeep: Rail = {
  ...{ x: 0, y: -GAP - DEEP, width: BOARD, height: DEEP },
  tile: (number) => ({ x: nearLying.tile(number).x, y: -GAP - DEEP / 2 }),
  tileScale: nearLying.tileScale,
  pawn: (slot) => ({ x: nearLying.pawn(slot).x, y: -GAP - DEEP / 2 }),
  pawnScale: nearLying.pawnScale,
};

/** An upright rail; taken pawns gather at its owner's end. */
function uprightRail(x: number, first: number, step: number): Rail {
  return {
    ...{ x, y: 0, width: SIDE, height: BOARD },
    tile: (number) => ({ x: x + SIDE / 2, y: FRAME + (number - 0.5) * SQUARE }),
    tileScale: 0.94,
    pawn: (slot) => ({ x: x + SIDE / 2, y: first + slot * step }),
    pawnScale: 1,
  };
}

const KEY = { y: nearLying.y + 7, height: DEEP - 14, size: 33 };
const UPRIGHT = { x: BOARD + GAP + 12, width: SIDE - 24, size: 21 };

/** On a narrow or high screen the rails lie below and above the board. */
export const lying: Layout = {
  box: `0 ${farLying.y} ${BOARD} ${LOW + DEEP + 2 * GAP + BOARD}`,
  near: nearLying,
  far: farLying,
  upright: false,
  stop: { x: BOARD - 402, width: 236, ...KEY },
  back: { x: BOARD - 156, width: 148, ...KEY },
};

/** The same where both sides share the screen, so that both lay from rails of the same size. */
export const even: Layout = {
  ...lying,
  box: `0 ${farDeep.y} ${BOARD} ${2 * (DEEP + GAP) + BOARD}`,
  far: farDeep,
};

/** On a wide one they stand beside it, and the board takes all the height. */
export const upright: Layout = {
  box: `${-GAP - SIDE} 0 ${2 * (GAP + SIDE) + BOARD} ${BOARD}`,
  near: uprightRail(BOARD + GAP, BOARD - 56, -40),
  far: uprightRail(-GAP - SIDE, 56, 40),
  upright: true,
  stop: { y: 12, height: 112, ...UPRIGHT },
  back: { y: 134, height: 88, ...UPRIGHT },
};

/** The rail before a side: the viewer's is the near one. */
export function railOf(side: Side, layout: Layout, turned: boolean): Rail {
  return (side === 1) === turned ? layout.near : layout.far;
}

export interface Pose extends Point {
  scale: number;
}

/** What the viewer does with the pieces just now. */
export interface Seen {
  layout: Layout;
  tiles: View["tiles"];
  turned: boolean;
  drag: Drag | null;
  path: readonly string[];
  tile: number | null;
  sent: string | null;
}

const LIFTED = 1.1;

export function pawnPose(pawn: Pawn, seen: Seen): Pose {
  const { turned, drag, path } = seen;
  if (pawn.at === null) {
    const rail = railOf(pawn.side === 0 ? 1 : 0, seen.layout, turned);
    return { ...rail.pawn(pawn.slot), scale: rail.pawnScale };
  }
  if (pawn.at !== path[0]) return standing(pawn.at, seen);
  if (drag !== null && drag.from === path.at(-1)) return { x: drag.x, y: drag.y, scale: LIFTED };
  return standing(path.at(-1) ?? pawn.at, seen);
}

function standing(cell: string, { tiles, turned }: Pick<Seen, "tiles" | "turned">): Pose {
  return { ...place(cell, turned), scale: cell in tiles ? ON_TILE : 1 };
}

/** The squares that a pawn passed before it reached the one where it stands. */
export function passed(pawn: Pawn, seen: Seen): Pose[] {
  return pawn.via.slice(0, -1).map((cell) => standing(cell, seen));
}

export function tilePose(tile: Tile, seen: Seen, viewer: number | null): Pose {
  const { turned, drag, sent } = seen;
  if (tile.at !== null) return { ...place(tile.at, turned), scale: 1 };
  const rail = railOf(tile.side, seen.layout, turned);
  if (tile.side === viewer) {
    if (drag?.from === `t${tile.number}`) return { x: drag.x, y: drag.y, scale: 1 };
    const move = sent === null ? null : readMove(sent);
    if (move?.kind === "lay" && move.tile === tile.number) return { ...place(move.at, turned), scale: 1 };
  }
  return { ...rail.tile(tile.number), scale: rail.tileScale };
}

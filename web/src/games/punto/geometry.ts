/** Where things are in the picture. One place is CELL units wide; y grows downwards there. */
import { readPlace, type Board, type Letter, type Place } from "./view";

export const CELL = 100;
export const CARD = 92;
export const CLOTH = 760; // the side of the cloth, which begins at 0,0

/** How many places fit in the square of the cards. */
const SQUARE = 6;
/** How many places the cloth shows at the least: the square and a rim that can be touched. */
const NEAREST = CLOTH / CELL;
/** And at the most, where there is room for small cards. */
const FARTHEST = 8.8;

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** What the cloth shows: which place is in its middle, and how many places across. */
export interface Look extends Place {
  across: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The columns and rows that have cards; the middle of the table if there are none. */
export function extent(board: Board): Box {
  const places = Object.keys(board).map(readPlace);
  if (places.length === 0) places.push({ x: 0, y: 0 });
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/** How far the cards may still spread, as the frame shows it. */
export function reach({ x0, x1, y0, y1 }: Box): Box {
  const room = SQUARE - 1;
  return { x0: x1 - room, x1: x0 + room, y0: y1 - room, y1: y0 + room };
}

/** What to show of the table: the cards in the middle, and the frame where the screen is large. */
export function lookAt(board: Board, roomy: boolean): Look {
  const box = extent(board);
  const frame = reach(box);
  const width = Math.max(frame.x1 - frame.x0, frame.y1 - frame.y0) + 1;
  const across = roomy ? Math.min(FARTHEST, Math.max(NEAREST, width + 0.8)) : NEAREST;
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, across };
}

/** A place, or a point between places, in the picture. */
export function pointOf(look: Look, { x, y }: Place): Point {
  const scale = scaleOf(look) * CELL;
  return { x: CLOTH / 2 + (x - look.x) * scale, y: CLOTH / 2 - (y - look.y) * scale };
}

/** How large cards are drawn. */
export function scaleOf(look: Look): number {
  return NEAREST / look.across;
}

/** The layer of the cards as the look puts it, for `transform`. */
export function transformOf(look: Look): string {
  const { x, y } = pointOf(look, { x: 0, y: 0 });
  return `translate(${x}px, ${y}px) scale(${scaleOf(look)})`;
}

/** The columns (or rows) around a middle of which at least half shows. */
export function shownAround(middle: number, across: number): number[] {
  const half = across / 2;
  const first = Math.ceil(middle - half);
  const last = Math.floor(middle + half);
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/** Cards laid by hand never lie quite straight: a small turn, always the same for the same card. */
export function tilt(at: string, level: number): number {
  let hash = 17 + level * 31;
  for (const sign of at) hash = (hash * 33 + sign.charCodeAt(0)) % 9973;
  return ((hash % 25) - 12) / 8;
}

const THIRD = 20;
const LAYOUTS: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [[1, -1], [-1, 1]],
  [[1, -1], [0, 0], [-1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
];

/** All pips of a card as one path round 0,0: discs, squares, triangles or diamonds. */
export function pips(letter: Letter, value: number): string {
  const size = value === 1 ? 18 : value < 4 ? 10.5 : 8.6;
  return (LAYOUTS[value] ?? [])
    .map(([column, row]) => pip(letter, column * THIRD, row * THIRD, size))
    .join("");
}

function pip(letter: Letter, x: number, y: number, r: number): string {
  if (letter === "r") return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
  if (letter === "b") {
    const s = round(r * 0.88);
    return `M${x - s} ${y - s}h${2 * s}v${2 * s}h${-2 * s}z`;
  }
  if (letter === "g") {
    const w = round(r * 0.98);
    return `M${x} ${round(y - r * 1.02)}L${x + w} ${round(y + r * 0.82)}H${x - w}z`;
  }
  const d = round(r * 0.98);
  return `M${x} ${y - d}L${x + d} ${y}L${x} ${y + d}L${x - d} ${y}z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Where a seat is, seen from the cloth: the viewer's below it, the others above in their order. */
export function seatPoint(seat: number, viewer: number | null, seats: number): Point {
  const steps = (seat - (viewer ?? 0) + seats) % seats;
  if (steps === 0 && viewer !== null) return { x: CLOTH / 2, y: CLOTH + CELL };
  const others = viewer === null ? seats : seats - 1;
  const order = viewer === null ? steps : steps - 1;
  return { x: (CLOTH * (order + 0.5)) / others, y: -0.8 * CELL };
}

/** The way from a point of the picture to a place, backwards and in the units of the cards. */
export function way(look: Look, from: Point, at: string): Point {
  const to = pointOf(look, readPlace(at));
  const scale = scaleOf(look);
  return { x: (from.x - to.x) / scale, y: (from.y - to.y) / scale };
}

/** Where things are in the picture. One place is CELL units wide; y grows downwards there. */
import { readPlace, type Board, type Letter, type Place } from "./view";

export const CELL = 100;
export const CARD = 92;
export const CLOTH = 760; // the side of the cloth, which begins at 0,0

/** How many places fit in the square of the cards. */
const SQUARE = 6;
/** How far from the first card a place can be, each way. */
const FARTHEST = SQUARE - 1;
/** All columns, or rows, where a card may ever go. */
const EVER = 2 * FARTHEST + 1;
/** Room for letters below and numbers to the left; the other two edges of the cloth. */
export const MARGIN = 30;
const HEM = 8;
/** The side of a place on the cloth. */
export const STEP = (CLOTH - MARGIN - HEM) / EVER;
/** How large the cards on the cloth are drawn. */
export const SCALE = STEP / CELL;

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Every column, or row, from the first to the last: the cloth never shows others. */
export const LINES: readonly number[] = Array.from({ length: EVER }, (_, step) => step - FARTHEST);

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

/** A place, or a point between places, in the picture. It is the same from the first card to the last. */
export function pointOf({ x, y }: Place): Point {
  return { x: MARGIN + (x + EVER / 2) * STEP, y: HEM + (EVER / 2 - y) * STEP };
}

/** The layer of the cards, for `transform`. */
export function cardsTransform(): string {
  const { x, y } = pointOf({ x: 0, y: 0 });
  return `translate(${x}px, ${y}px) scale(${SCALE})`;
}

/** Cards laid by hand never lie quite straight: a small turn, always the same for the same card. */
export function tilt(at: string, level: number): number {
  let hash = 17 + level * 31;
  for (const sign of at) hash = (hash * 33 + sign.charCodeAt(0)) % 9973;
  return ((hash % 25) - 12) / 8;
}

/** How many covered cards show an edge. */
export const SHOWN = 3;
/** How much smaller the top card is than the lowest, with one card under it and with each more. */
const [FIRST, MORE] = [0.15, 0.06];

/**
 * A card of a stack: the lowest has its full size, each above is a little smaller and lies in the upper left
 * of the place, so that every card below shows its edges. The top card never leaves the place.
 */
export function stacked(level: number, depth: number): { scale: number; shift: number } {
  const under = Math.min(level + depth, SHOWN);
  if (under === 0) return { scale: 1, shift: 0 };
  const most = FIRST + MORE * (under - 1);
  const scale = 1 - most * ((under - Math.min(depth, under)) / under);
  return { scale, shift: (-CARD / 2) * (1 - scale) };
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
export function way(from: Point, at: string): Point {
  const to = pointOf(readPlace(at));
  return { x: (from.x - to.x) / SCALE, y: (from.y - to.y) / SCALE };
}

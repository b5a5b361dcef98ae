/** Where things are in the picture: the cloth, where a place is CELL units wide and y grows downwards, and the wood beside it. */
import { CARD } from "./parts/card";
import { readPlace, type Board, type Place } from "./view";

export const CELL = 100;
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

export const RIM = 10;
const BELOW = 130;
const BESIDE = 168;
/** How wide the board must be, compared with the height it may have, to lie across. */
const ACROSS = 1.2;
/** Of the window's height, about what is left to a board. */
const LEFT = 0.72;

export interface Layout {
  across: boolean;
  width: number;
  height: number;
  /** The wood that is not under the cloth. */
  tray: Box;
}

/** The layout for a board of that many pixels in a window of that height. */
export function layoutFor(pixels: number, windowHeight: number): Layout {
  const free = windowHeight * LEFT;
  const across = pixels > free * ACROSS;
  const width = CLOTH + (across ? RIM + BESIDE : 2 * RIM);
  const height = CLOTH + (across ? 2 * RIM : RIM + BELOW);
  const tray = across
    ? { x0: CLOTH, x1: CLOTH + BESIDE, y0: 0, y1: CLOTH }
    : { x0: 0, x1: CLOTH, y0: CLOTH, y1: CLOTH + BELOW };
  return { across, width, height, tray };
}

/** Where the cards of a hand of that many lie. */
export function handPoint({ across, tray }: Layout, index: number, size: number): Point {
  const step = CELL + 12;
  if (across) return { x: middle(tray).x + 2, y: tray.y1 - 62 - (size - 1 - index) * step };
  return { x: middle(tray).x + (index - (size - 1) / 2) * step + 56, y: middle(tray).y + 1 };
}

/** Where the pile beside that hand stands. */
export function pilePoint(layout: Layout, size: number): Point {
  const { x, y } = handPoint(layout, 0, size);
  return layout.across ? { x, y: y - CELL - 18 } : { x: x - CELL - 18, y };
}

/** Where the player's colours are told, and the neutral one. */
export function coloursPoint({ across, tray }: Layout, neutral: boolean): Point {
  if (across) return { x: middle(tray).x + 2, y: tray.y0 + (neutral ? 158 : 58) };
  return { x: neutral ? tray.x1 - 74 : tray.x0 + 74, y: middle(tray).y };
}

function middle({ x0, x1, y0, y1 }: Box): Point {
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}

/** The cloth and the wood beside it: below on tall screens, to the right on wide ones. */
import { CELL, CLOTH, type Box, type Point } from "./geometry";

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

/** Where everything lies on the table, in units of the picture: 1000 wide, less on phones. */
import { lowLayout, narrowLayout } from "./phone";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What belongs to one seat: a strip with its name, its rack, the place of its cards. */
export interface Band {
  strip: Box;
  rack: Box;
  hand: Box;
  /** Whether name and row share a line and the cards are put away. */
  folded?: boolean;
}

export interface Layout {
  wide: boolean;
  /** Whether it is for a phone held sideways. */
  low?: boolean;
  width: number;
  height: number;
  /** By seat. */
  bands: readonly Band[];
  /** The seat at the bottom. */
  bottom: number;
  bank: Box;
  pile: Box;
  used: Box;
  offer: Box;
}

/** Cards are this many times wider than high. */
export const CARD = 2.7;

export const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** How the table is laid: for a desk, a tall tablet, a phone, a phone held sideways. */
export type Shape = "wide" | "tall" | "narrow" | "low";

/**
 * The table for so many seats, seen from the seat at the bottom; others follow clockwise. On wide
 * screens they sit side by side, or one above the other where there is height to spare. On a phone the
 * rows of seats that are `folded` take a single line (a single opponent's is only drawn closer, with its
 * cards), and so do one's own cards in `oneLine`.
 */
export function layoutOf(
  seats: number,
  bottom: number,
  shape: Shape,
  folded: readonly number[] = [],
  oneLine = false,
): Layout {
  const others = Array.from({ length: seats - 1 }, (_, k) => (bottom + 1 + k) % seats);
  if (shape === "narrow") return narrowLayout(seats, bottom, others, folded, oneLine);
  return shape === "low" ? lowLayout(seats, bottom, others) : wideLayout(seats, bottom, others, shape === "tall");
}

function wideLayout(seats: number, bottom: number, others: number[], tall: boolean): Layout {
  const bands: Band[] = new Array<Band>(seats);
  const high = tall || others.length === 1 ? stack(bands, others) : sideBySide(bands, others);
  const middle = high + 14;
  const own = middle + 128;
  bands[bottom] = {
    strip: box(20, own, 960, 50),
    rack: box(20, own + 54, 960, 158),
    hand: box(20, own + 226, 960, 88),
  };
  return {
    wide: true,
    width: 1000,
    height: own + 332,
    bands,
    bottom,
    pile: box(20, middle, 170, 50),
    used: box(20, middle + 60, 170, 50),
    bank: box(212, middle, 516, 110),
    offer: box(750, middle, 230, 110),
  };
}

/** The others one above the other, their cards beside their racks; tells where they end. */
function stack(bands: Band[], others: number[]): number {
  others.forEach((seat, k) => {
    const y = 14 + k * 136;
    bands[seat] = {
      strip: box(20, y, 624, 30),
      rack: box(20, y + 34, 624, 88),
      hand: box(660, y + 2, 320, 120),
    };
  });
  return 136 * others.length;
}

/** The others side by side at the top; tells where they end. */
function sideBySide(bands: Band[], others: number[]): number {
  const width = (960 - 20 * (others.length - 1)) / others.length;
  const rack = others.length === 2 ? 76 : 62;
  others.forEach((seat, k) => {
    const x = 20 + k * (width + 20);
    bands[seat] = {
      strip: box(x, 14, width, 30),
      rack: box(x, 46, width, rack),
      hand: box(x, 54 + rack, width, 40),
    };
  });
  return 94 + rack;
}

/** The centre of a box. */
export function middleOf(area: Box): { x: number; y: number } {
  return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
}

/** Slots for cards of one shape, as large as the area allows, in lines that are filled in turn. */
export function slots(count: number, area: Box, gap: number, most = Infinity): Box[] {
  const size = (columns: number): number => {
    const lines = Math.ceil(count / columns);
    const high = ((area.height - gap * (lines - 1)) / lines) * CARD;
    return Math.min(most, high, (area.width - gap * (columns - 1)) / columns);
  };
  let columns = 1;
  for (let k = 2; k <= count; k += 1) if (size(k) > size(columns)) columns = k;
  const width = size(columns);
  const lines = Math.ceil(count / columns);
  const top = area.y + (area.height - lines * (width / CARD) - gap * (lines - 1)) / 2;
  const left = area.x + (area.width - columns * width - gap * (columns - 1)) / 2;
  return Array.from({ length: count }, (_, k) =>
    box(
      left + (k % columns) * (width + gap),
      top + Math.floor(k / columns) * (width / CARD + gap),
      width,
      width / CARD,
    ),
  );
}

/** Pawns standing on a rack: on one rail, or on more where the row has grown long. */
import type { Box } from "./index";

/** A pawn is drawn 20 wide and 30 high, its foot in the middle of its base. */
export const PAWN = { width: 20, height: 30 };

/** Where a pawn stands: the middle of its foot, and how much it is enlarged. */
export interface Stand {
  x: number;
  y: number;
  scale: number;
}

export interface Rails {
  /** How many rails there are. */
  count: number;
  /** Places on a rail. */
  each: number;
  /** The width of a place. */
  cell: number;
  /** The height of the strip in front of a rail. */
  lip: number;
  stands: readonly Stand[];
  /** What a finger touches of each place. */
  cells: readonly Box[];
  /** Where the lips lie. */
  lips: readonly Box[];
}

const ROOMY = 1.12; // another rail must make pawns so much larger

interface Fit {
  count: number;
  each: number;
  lip: number;
  /** How wide a place may be. */
  wide: number;
  scale: number;
}

/**
 * The rails for so many pawns in a rack. A rack never changes its size: pawns do. Where a place would
 * be narrower than `least`, which a finger needs, another rail is begun.
 */
export function railsOf(length: number, rack: Box, lip: number, most: number, least = 0): Rails {
  const pad = rack.height * 0.05;
  const room = rack.width - 2 * Math.min(2 * pad, 4);
  const fit = (count: number): Fit => {
    const each = Math.ceil(Math.max(length, 1) / count);
    const thin = count === 1 ? lip : Math.min(lip, rack.height * 0.13);
    const high = rack.height / count - thin - pad;
    const wide = Math.min(most, room / each);
    return { count, each, lip: thin, wide, scale: Math.min(high / PAWN.height, (wide * 0.94) / PAWN.width) };
  };
  let best = fit(1);
  for (const count of [2, 3]) {
    const other = fit(count);
    const tight = best.wide < least && other.wide > best.wide;
    if (tight || other.scale > best.scale * ROOMY) best = other;
  }
  return laid(length, rack, best, least);
}

function laid(length: number, rack: Box, { count, each, lip, wide, scale }: Fit, least: number): Rails {
  const cell = Math.min(wide, Math.max(least, (scale * PAWN.width) / 0.86));
  const high = rack.height / count;
  const spots = Array.from({ length }, (_, k) => {
    const rail = Math.floor(k / each);
    const on = count === 1 ? length : each;
    const left = rack.x + (rack.width - cell * on) / 2;
    return { x: left + cell * (k % each), y: rack.y + high * rail };
  });
  const foot = high - lip + Math.min(lip * 0.18, 3);
  return {
    count,
    each,
    cell,
    lip,
    stands: spots.map(({ x, y }) => ({ x: x + cell / 2, y: y + foot, scale })),
    cells: spots.map(({ x, y }) => ({ x, y, width: cell, height: high })),
    lips: Array.from({ length: count }, (_, rail) => ({
      x: rack.x,
      y: rack.y + high * (rail + 1) - lip,
      width: rack.width,
      height: lip,
    })),
  };
}

/** Pawns lying in a compartment of the bank, as large as it allows. */
export function heap(count: number, area: Box, most: number): Stand[] {
  const size = (lines: number): number =>
    Math.min(most, area.height / lines / PAWN.height, area.width / Math.ceil(count / lines) / PAWN.width);
  let lines = 1;
  for (let k = 2; k <= 4; k += 1) if (size(k) > size(lines)) lines = k;
  const scale = size(lines);
  const each = Math.max(1, Math.floor(area.width / (scale * PAWN.width) + 1e-6));
  return Array.from({ length: count }, (_, k) => ({
    x: area.x + ((k % each) + 0.5) * scale * PAWN.width,
    y: area.y + area.height - Math.floor(k / each) * scale * PAWN.height,
    scale,
  }));
}

/** Spans of places in lanes, so that spans in one lane do not touch. */
export function lanes(spans: readonly { place: number; give: string }[]): number[] {
  const ends: number[] = [];
  return spans.map(({ place, give }) => {
    const free = ends.findIndex((end) => end <= place);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = place + give.length;
    return lane;
  });
}

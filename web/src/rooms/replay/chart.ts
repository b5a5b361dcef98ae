/** The geometry of the chart: chances as bands that lie upon each other, in pixels. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Band {
  side: number;
  /** The outline of its area. */
  area: string;
  /** Its upper edge. */
  edge: string;
  /** Where it is broad enough for its letter; null if it nowhere is. */
  letter: { x: number; y: number } | null;
}

type Values = readonly (readonly number[])[];
const LETTER = 22; // pixels that a letter needs

/** Where a step lies; `last` is the number of the last one. */
export function xOf(step: number, last: number, frame: Frame): number {
  return last <= 0 ? frame.left : frame.left + ((frame.right - frame.left) * step) / last;
}

/** The step nearest to a place. */
export function stepAt(x: number, last: number, frame: Frame): number {
  const share = (x - frame.left) / Math.max(1, frame.right - frame.left);
  return Math.max(0, Math.min(last, Math.round(share * last)));
}

/** The bands of all sides, the first of `order` lowest. */
export function bands(values: Values, order: readonly number[], frame: Frame): Band[] {
  const last = values.length - 1;
  const floor = values.map(() => 0);
  return order.map((side) => {
    const under = values.map((_, step) => point(step, last, floor[step] ?? 0, frame));
    values.forEach((chances, step) => (floor[step] = (floor[step] ?? 0) + (chances[side] ?? 0)));
    const over = values.map((_, step) => point(step, last, floor[step] ?? 0, frame));
    return {
      side,
      area: `M${[...over, ...[...under].reverse()].map(written).join("L")}Z`,
      edge: `M${over.map(written).join("L")}`,
      letter: broadest(over, under, frame),
    };
  });
}

interface Point {
  x: number;
  y: number;
}

function point(step: number, last: number, height: number, frame: Frame): Point {
  return { x: xOf(step, last, frame), y: frame.bottom - (frame.bottom - frame.top) * height };
}

function written({ x, y }: Point): string {
  return `${tenths(x)} ${tenths(y)}`;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The middle of a band where it is broadest, away from the ends. */
function broadest(over: readonly Point[], under: readonly Point[], frame: Frame): Point | null {
  let best: Point | null = null;
  let most = LETTER;
  over.forEach((up, step) => {
    const down = under[step];
    if (down === undefined || up.x < frame.left + LETTER / 2 || up.x > frame.right - LETTER / 2) return;
    if (down.y - up.y <= most) return;
    most = down.y - up.y;
    best = { x: up.x, y: (up.y + down.y) / 2 };
  });
  return best;
}

/**
 * Signs above the chart: on which lane each has room beside those that matter more; null: none.
 * Of signs that weigh the same the earlier is placed first.
 */
export function lanes(signs: readonly Sign[], width: number, most: number): (number | null)[] {
  const taken: number[][] = Array.from({ length: most }, () => []);
  const found: (number | null)[] = signs.map(() => null);
  const heaviest = signs.map((_, n) => n).sort((a, b) => (signs[b]?.weight ?? 0) - (signs[a]?.weight ?? 0) || a - b);
  for (const n of heaviest) {
    const x = signs[n]?.x ?? 0;
    const lane = taken.findIndex((xs) => xs.every((other) => Math.abs(other - x) >= width));
    if (lane < 0) continue;
    taken[lane]?.push(x);
    found[n] = lane;
  }
  return found;
}

export interface Sign {
  x: number;
  weight: number;
}

/** Round numbers of moves to write under the chart, as many as there is room for. */
export function ticks(last: number, width: number, room = 44): number[] {
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
  const step = steps.find((each) => (each / Math.max(1, last)) * width >= room) ?? Math.max(1, last);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => n * step);
}

/** Sides from below upwards: the reader's own lowest, the others in their order. */
export function orderOf(sides: number, own: number): number[] {
  return Array.from({ length: sides }, (_, n) => (n + own) % sides);
}

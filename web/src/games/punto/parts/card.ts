/** How large a card is, and the pips on it. */
import type { Letter } from "../view";

export const CARD = 92;

const THIRD = 20;
const LAYOUTS: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [
    [1, -1],
    [-1, 1],
  ],
  [
    [1, -1],
    [0, 0],
    [-1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [0, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [0, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
];

/** All pips of a card as one path round 0,0: discs, squares, triangles or diamonds. */
export function pips(letter: Letter, value: number): string {
  const size = value === 1 ? 18 : value < 4 ? 10.5 : 8.6;
  return (LAYOUTS[value] ?? []).map(([column, row]) => pip(letter, column * THIRD, row * THIRD, size)).join("");
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

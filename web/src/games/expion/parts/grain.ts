/** The grain of a plank, drawn line by line: always the same, for the wood does not change. */

interface Knot {
  x: number;
  y: number;
  force: number;
}

const KNOTS: readonly Knot[] = [
  { x: 120, y: 96, force: 26 },
  { x: 702, y: 598, force: 34 },
  { x: 310, y: 905, force: 22 },
];
const STEP = 60;

/** Lines along a plank that lies from `x` to `x + width`, as the data of one path for each tone. */
export function grain(x: number, y: number, width: number, height: number): string[] {
  const tones = ["", "", ""];
  let line = 0;
  for (let at = y - 30; at < y + height + 30; at += 9 + 7 * wave(line * 1.7), line += 1) {
    const tone = line % 7 === 0 ? 2 : line % 3 === 0 ? 1 : 0;
    tones[tone] += along(x, at, width);
  }
  return tones;
}

function along(x: number, y: number, width: number): string {
  let path = "";
  for (let at = x; at <= x + width + STEP; at += STEP)
    path += `${path === "" ? "M" : "L"}${Math.round(at)} ${bent(at, y).toFixed(1)}`;
  return path;
}

/** A line wavers, and parts before a knot. */
function bent(x: number, y: number): number {
  let at = y + 7 * Math.sin(x / 230 + y / 170) + 3 * Math.sin(x / 88 + y / 61);
  for (const knot of KNOTS) {
    const near = Math.exp(-(((x - knot.x) / 150) ** 2)) * Math.exp(-Math.abs(y - knot.y) / 70);
    at += knot.force * near * (y < knot.y ? -1 : 1);
  }
  return at;
}

function wave(n: number): number {
  return (1 + Math.sin(n) * Math.cos(n * 0.37)) / 2;
}

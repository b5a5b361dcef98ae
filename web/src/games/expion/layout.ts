/** Where things are in the picture: a cell is 100 wide, the board may be turned by quarters. */
import { coloursOf, EACH, sideOf, type Letter, type View } from "./view";

export interface Point {
  x: number;
  y: number;
}

export const CELL = 100;
export const SIZE = 9 * CELL;
const EDGE = 30; // of the plank round the cells: room for the names of lines
const RAIL = 64;
const PITCH = 46;

export interface Rect extends Point {
  width: number;
  height: number;
}

/** How the plank lies: with rails above and below, or, where there is more width, at the sides. */
export interface Layout {
  box: Rect;
  plank: Rect;
  /** The far rail and the near one. */
  rails: readonly [Rect, Rect];
}

/** The layout of a board that is shown in a wide place, or in a tall one. */
export function layoutOf(wide: boolean): Layout {
  const [dx, dy] = wide ? [EDGE + RAIL, EDGE] : [EDGE, EDGE + RAIL];
  const plank = { x: -dx, y: -dy, width: SIZE + 2 * dx, height: SIZE + 2 * dy };
  const rail = (out: number): Rect => {
    const [along, across] = [(2 * EACH - 1) * PITCH + 48, 48];
    const [start, at] = [(SIZE - along) / 2, out - across / 2];
    return wide ? { x: at, y: start, width: across, height: along } : { x: start, y: at, width: along, height: across };
  };
  const out = EDGE + RAIL / 2 - 4;
  return {
    box: { x: plank.x - 4, y: plank.y - 4, width: plank.width + 8, height: plank.height + 18 },
    plank,
    rails: [rail(-out), rail(SIZE + out)],
  };
}

const FILES = "abcdefghi";
/** Quarter turns, clockwise, that bring a camp to the bottom. */
const TURNS: Record<Letter, number> = { s: 0, e: 1, n: 2, w: 3 };

/** Every cell of the board, rank by rank from north to south. */
export const NAMES: readonly string[] = [9, 8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) =>
  [...FILES].map((file) => `${file}${rank}`).filter((name) => !/[ai][19]/.test(name)),
);

/** The camp that a cell belongs to; null in the area. */
export function campOf(name: string): Letter | null {
  if (name[1] === "9") return "n";
  if (name[1] === "1") return "s";
  return name[0] === "i" ? "e" : name[0] === "a" ? "w" : null;
}

/** How the board is turned: the viewer's camp below; north up for who has the south, or none. */
export function turnFor(owners: View["owners"], seat: number | null): number {
  const own = (["s", "n", "e", "w"] as const).find((letter) => owners[letter] === seat);
  return TURNS[own ?? "s"];
}

/** The middle of a cell. */
export function place(name: string, turn: number): Point {
  return turned({ x: FILES.indexOf(name[0] ?? ""), y: 9 - Number(name[1]) }, turn);
}

function turned(at: Point, turn: number): Point {
  let { x, y } = at;
  for (let quarter = 0; quarter < turn; quarter += 1) [x, y] = [8 - y, x];
  return { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL };
}

/** The names of cells as they lie, row by row from above. */
export function rowsOf(turn: number): string[][] {
  const rows: string[][] = Array.from({ length: 9 }, () => []);
  for (const name of NAMES) rows[Math.floor(place(name, turn).y / CELL)]?.push(name);
  for (const row of rows) row.sort((a, b) => place(a, turn).x - place(b, turn).x);
  return rows;
}

/** The names of lines along the left and the lower edge. */
export function linesOf(turn: number): { left: string[]; below: string[] } {
  const rows = rowsOf(turn);
  const [across, down] = turn % 2 === 0 ? [0, 1] : [1, 0];
  return {
    left: rows.map((row) => row[1]?.[down] ?? ""),
    below: (rows[4] ?? []).map((name) => name[across] ?? ""),
  };
}

/** The corner beside a camp where its mark is let into the wood: clockwise from its end. */
export function cornerOf(letter: Letter, turn: number): Point {
  const corners: Record<Letter, Point> = {
    n: { x: 8, y: 0 },
    e: { x: 8, y: 8 },
    s: { x: 0, y: 8 },
    w: { x: 0, y: 0 },
  };
  return turned(corners[letter], turn);
}

/** The two ends of a camp, the second the one beside its mark. */
export function endsOf(letter: Letter, turn: number): [Point, Point] {
  const first = { n: "b9", e: "i8", s: "h1", w: "a2" } as const;
  return [place(first[letter], turn), cornerOf(letter, turn)];
}

/** Which side's rail is the near one. */
export function nearSide(turn: number): number {
  return turn % 2;
}

/** Where a captured marble lies: on its captors' rail, one colour from each end. */
export function slotOf(letter: Letter, slot: number, turn: number, layout: Layout): Point {
  const captors = 1 - sideOf(letter);
  const { x, y, width, height } = layout.rails[captors === nearSide(turn) ? 1 : 0];
  const first = coloursOf(sideOf(letter))[0] === letter;
  const along = ((first ? slot : 2 * EACH - 1 - slot) - EACH + 0.5) * PITCH;
  const [dx, dy] = width > height ? [along, 0] : [0, along];
  return { x: x + width / 2 + dx, y: y + height / 2 + dy };
}

/** The next cell straight on: where something pushed from the first cell over the second goes. */
export function beyond(from: string, over: string): string | null {
  const file = 2 * FILES.indexOf(over[0] ?? "") - FILES.indexOf(from[0] ?? "");
  const rank = 2 * Number(over[1]) - Number(from[1]);
  const name = `${FILES[file] ?? ""}${rank}`;
  return NAMES.includes(name) ? name : null;
}

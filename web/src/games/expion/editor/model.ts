/** Positions of Ex*pion, edited: marbles on cells, the Ex*pion on one, whose place in the round it is. */
import type { Entry, Model, Setting, Spot, StockGroup } from "$lib/board/editor";
import { labelOf } from "../cells";
import { CELL, place, rowsOf, SIZE } from "../layout";
import { campsOf, LETTERS, type Letter, type View } from "../view";
import { campName, ofCamp } from "../words";
import { words } from "./words";

/** The public position. */
export type Position = Pick<View, "marbles" | "expion" | "first_capture" | "cycle" | "quiet">;

/** What stands for the Ex*pion among the pieces. */
export const EXPION = "x";
const EDGE = 34;
const MOST_QUIET = 100;

/** The position with other marbles; whether one was ever captured follows from how many there are. */
function standing(position: Position, marbles: View["marbles"], setting: Setting<View>): Position {
  const all = Object.keys(setting.view.marbles).length;
  return { ...position, marbles, first_capture: Object.keys(marbles).length < all };
}

function without(marbles: View["marbles"], cell: string): View["marbles"] {
  return Object.fromEntries(Object.entries(marbles).filter(([name]) => name !== cell));
}

function spots(position: Position, { view }: Setting<View>): Spot[][] {
  const seen = { ...view, ...position };
  return rowsOf(0).map((row) =>
    row.map((key) => {
      const { x, y } = place(key, 0);
      const marble = position.marbles[key];
      const pieces = [...(marble === undefined ? [] : [marble]), ...(position.expion === key ? [EXPION] : [])];
      const label = labelOf(seen, key, null, new Set());
      return { key, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, label, pieces };
    }),
  );
}

function stock(position: Position, { view }: Setting<View>): StockGroup[] {
  const count = (marbles: View["marbles"], letter: Letter): number =>
    Object.values(marbles).filter((marble) => marble === letter).length;
  const left = (letter: Letter): number => Math.max(0, count(view.marbles, letter) - count(position.marbles, letter));
  return [
    {
      title: words("marbles"),
      stock: [...LETTERS.map((piece) => ({ piece, left: left(piece) })), { piece: EXPION }],
    },
  ];
}

function put(position: Position, piece: string, at: string, setting: Setting<View>): Position {
  if (piece === EXPION) return { ...position, expion: at };
  return standing(position, { ...position.marbles, [at]: piece as Letter }, setting);
}

function take(position: Position, at: string, setting: Setting<View>): Position {
  return at in position.marbles ? standing(position, without(position.marbles, at), setting) : position;
}

function entries(position: Position): Entry[] {
  const values = LETTERS.map((letter, n) => ({ value: String(n), label: campName(letter) }));
  return [
    { key: "cycle", label: words("cycle"), kind: "choice", value: String(position.cycle), values },
    { key: "quiet", label: words("quiet"), kind: "number", value: position.quiet, max: MOST_QUIET },
  ];
}

export const model: Model<Position, View> = {
  scale: 1,
  round: true,
  seatOf: (seat, { view }) => campsOf(view, seat).map(campName).join(" + "),
  boxOf: () => "-50 -50 100 100",
  frame: () => `${-EDGE} ${-EDGE} ${SIZE + 2 * EDGE} ${SIZE + 2 * EDGE + 12}`,
  spots,
  trays: () => [],
  stock,
  entries,
  nameOf: (piece) => (piece === EXPION ? words("expion") : words("marble", { of: ofCamp(piece as Letter) })),
  put,
  take,
  set: (position, key, value) => ({ ...position, [key]: Number(value) }),
  clear: (position, setting) => standing(position, {}, setting),
};

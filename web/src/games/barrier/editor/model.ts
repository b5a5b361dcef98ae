/** Positions of Barrier, edited: tiles on the barrier, pawns on squares; what is not laid is in a hand. */
import type { Entry, Model, Setting, Spot, StockGroup } from "$lib/board/editor";
import { capital } from "$lib/words/words";
import { BOARD, place, rowsOfCells, SQUARE } from "../layout";
import { isCrowned, sideOf, TILES, type Letter, type View } from "../view";
import { colourOf, words as said } from "../words";
import { words } from "./words";

/** The public position. */
export type Position = Pick<View, "tiles" | "hands" | "pawns" | "quiet"> & { to_move: number };

const LETTERS: readonly Letter[] = ["y", "Y", "c", "C"];
const MOST_QUIET = 80;

/** Whether a piece is a tile: those have numbers. */
export function isTile(piece: string): boolean {
  return /^\d$/.test(piece);
}

function nameOf(piece: string): string {
  if (isTile(piece)) return words("tile", { n: Number(piece) });
  const pawn = piece as Letter;
  return said(isCrowned(pawn) ? "crowned" : "pawn", { colour: colourOf(sideOf(pawn)) });
}

/** The position with other tiles; each side holds what it has not laid on its own squares. */
function laid(position: Position, tiles: View["tiles"], { view }: Setting<View>): Position {
  const hands = [0, 1].map((side) => {
    const own = Object.entries(tiles).flatMap(([cell, tile]) => (view.owners[cell] === side ? [tile] : []));
    return TILES.filter((tile) => !own.includes(tile));
  });
  return { ...position, tiles, hands };
}

function without<Value>(all: Readonly<Record<string, Value>>, cell: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== cell));
}

function spots(position: Position): Spot[][] {
  return rowsOfCells(false).map((row) =>
    row.map((key) => {
      const { x, y } = place(key, false);
      const [tile, pawn] = [position.tiles[key], position.pawns[key]];
      const pieces = [...(tile === undefined ? [] : [String(tile)]), ...(pawn === undefined ? [] : [pawn])];
      const what = pieces.map(nameOf).reduce((one, other) => (one === "" ? other : words("and", { one, other })), "");
      const label = what === "" ? words("empty", { cell: key }) : words("at", { cell: key, what });
      return { key, x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE, label, pieces };
    }),
  );
}

function stock(position: Position): StockGroup[] {
  const left = (tile: number): number => position.hands.filter((hand) => hand.includes(tile)).length;
  return [
    { title: words("pawns"), stock: LETTERS.map((piece) => ({ piece })) },
    { title: words("tiles"), stock: TILES.map((tile) => ({ piece: String(tile), left: left(tile) })) },
  ];
}

function put(position: Position, piece: string, at: string, setting: Setting<View>): Position {
  if (isTile(piece)) return laid(position, { ...position.tiles, [at]: Number(piece) }, setting);
  return { ...position, pawns: { ...position.pawns, [at]: piece as Letter } };
}

function take(position: Position, at: string, setting: Setting<View>): Position {
  if (at in position.pawns) return { ...position, pawns: without(position.pawns, at) };
  return at in position.tiles ? laid(position, without(position.tiles, at), setting) : position;
}

function entries(position: Position): Entry[] {
  const values = ([0, 1] as const).map((side) => ({ value: String(side), label: capital(colourOf(side)) }));
  return [
    { key: "to_move", label: words("turn"), kind: "choice", value: String(position.to_move), values },
    { key: "quiet", label: words("quiet"), kind: "number", value: position.quiet, max: MOST_QUIET },
  ];
}

export const model: Model<Position, View> = {
  scale: 1,
  seatOf: (seat) => capital(colourOf(seat === 1 ? 1 : 0)),
  boxOf: () => "-52 -52 104 104",
  frame: () => `0 0 ${BOARD} ${BOARD + 6}`,
  spots,
  trays: () => [],
  stock,
  entries,
  nameOf,
  put,
  take,
  set: (position, key, value) => ({ ...position, [key]: Number(value) }),
  clear: (position, setting) => laid({ ...position, pawns: {}, quiet: 0 }, {}, setting),
};

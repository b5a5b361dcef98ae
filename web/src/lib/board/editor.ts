/**
 * What a game brings to the editor of positions: where things can stand, what there is to put, and
 * how it is drawn. The position it edits is the game's public one; whether it can stand is the
 * house's to say, while somebody builds it.
 */
import type { Component } from "svelte";
import type { Options } from "../api/wire";

/** A position in the format of its game. */
export type Position = Readonly<Record<string, unknown>>;

/** What stays the same while somebody edits: what is agreed, and a table on which everything is there. */
export interface Setting<View = unknown> {
  options: Options;
  /** The sides, each a list of seats. */
  teams: readonly (readonly number[])[];
  /** How a match begins: what the box holds is counted in it. */
  view: View;
}

/** A place of the picture, in its units. */
export interface Spot {
  key: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** What is there, in words. */
  label: string;
  /** From bottom to top. */
  pieces: readonly string[];
}

/** A place beside the picture: a hand, a pile, what was won. */
export interface Tray {
  key: string;
  title: string;
  pieces: readonly string[];
}

/** Something that can be put. */
export interface Stock {
  piece: string;
  /** How many are left in the box; without it nobody counts here. */
  left?: number;
}

export interface StockGroup {
  title: string;
  stock: readonly Stock[];
}

/** Something of a position that is neither a place nor a piece: whose turn it is, a count. */
export type Entry = { key: string; label: string } & (
  | { kind: "choice"; value: string; values: readonly { value: string; label: string }[] }
  | { kind: "number"; value: number; max: number }
  | { kind: "check"; value: boolean }
  | { kind: "text"; value: string }
);

export interface GroundProps<P = Position, View = unknown> {
  position: P;
  setting: Setting<View>;
  /** A name for paints that several pictures share. */
  id: string;
}

export interface PieceProps<View = unknown> {
  piece: string;
  id: string;
  setting: Setting<View>;
  /** Where it stands; null in a tray or in the box. */
  spot: string | null;
  /** Which of the pieces there it is, from below, and how many there are. */
  level: number;
  count: number;
}

/** What can be done with a position, without any drawing. */
export interface Model<P = Position, View = unknown> {
  /** How large a piece is drawn in the picture, and the `viewBox` of one alone. */
  scale: number;
  boxOf: (piece: string) => string;
  /** The `viewBox` of the picture. */
  frame: (position: P) => string;
  round?: boolean;
  /** Whether the picture is much wider than high: there is room below it. */
  flat?: boolean;
  /** What a seat is called, where that is more than its number. */
  seatOf?: (seat: number, setting: Setting<View>) => string;
  /** With which options a match begins in which everything is there; without it, with the chosen ones. */
  opening?: (options: Options) => Options;
  spots: (position: P, setting: Setting<View>) => Spot[][];
  trays: (position: P, setting: Setting<View>) => Tray[];
  stock: (position: P, setting: Setting<View>) => StockGroup[];
  entries: (position: P, setting: Setting<View>) => Entry[];
  /** A piece in words. */
  nameOf: (piece: string) => string;
  /** The position with a piece put somewhere; the same where there is none left, or it does not go there. */
  put: (position: P, piece: string, at: string, setting: Setting<View>) => P;
  /** Without the piece that is on top of a spot, or is the `n`th of a tray. */
  take: (position: P, at: string, setting: Setting<View>, n?: number) => P;
  /** With another value of an entry. */
  set: (position: P, key: string, value: string | number | boolean, setting: Setting<View>) => P;
  /** With everything back in the box that can be. */
  clear: (position: P, setting: Setting<View>) => P;
}

export interface Editor<P = Position, View = unknown> extends Model<P, View> {
  /** Draws what lies under the pieces. */
  ground: Component<GroundProps<P, View>>;
  /** Draws a piece round the point 0,0. */
  piece: Component<PieceProps<View>>;
}

const editors = import.meta.glob<{ editor: Editor }>("../../games/*/editor/index.ts");

/** The editor of a game; null where it brings none: its positions are written as text. */
export async function editorOf(key: string): Promise<Editor | null> {
  const found = editors[`../../games/${key}/editor/index.ts`];
  return found === undefined ? null : (await found()).editor;
}

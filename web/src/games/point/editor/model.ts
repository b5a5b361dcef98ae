/**
 * Positions of Point, edited: rows of pawns, hands, the card left face up, what was used. Pawns that
 * stand in no row are in the bank, cards that lie nowhere are in the pile.
 */
import type { Entry, Model, Setting, Spot, StockGroup, Tray } from "$lib/board/editor";
import { pawnsOf, type Pawn, type View } from "../view";
import { cardInShort } from "../words";
import { words } from "./words";

/** The public position. */
export type Position = Pick<
  View,
  "rows" | "colours" | "hands" | "bank" | "offer" | "used" | "rebuilds" | "stopped" | "phase" | "regrouped" | "to_move"
>;

const PAWNS: readonly Pawn[] = ["B", "W"];
const PHASES = ["rows", "start", "use", "pure"] as const;
const MOST_REBUILDS = 3;
export const STAND = 40;
export const RACK = 74;
const GAP = 22;
/** Places that a rack has at least. */
const SHORTEST = 14;

export function isPawn(piece: string): piece is Pawn {
  return piece === "B" || piece === "W";
}

/** How many places a rack shows: one more than the longest row has pawns. */
export function places({ rows }: Position): number {
  return Math.max(SHORTEST, ...rows.map((row) => (row?.length ?? 0) + 1));
}

/** Where a rack begins. */
export function rackTop(seat: number): number {
  return seat * (RACK + GAP) + GAP;
}

function counted(view: Pick<View, "rows" | "bank">, pawn: Pawn): number {
  return view.bank[pawn] + inRows(view, pawn);
}

function inRows({ rows }: Pick<View, "rows">, pawn: Pawn): number {
  return rows.join("").split(pawn).length - 1;
}

/** Pawns that are in no row are in the bank. */
function banked(position: Position, { view }: Setting<View>): Position {
  const left = (pawn: Pawn): number => Math.max(0, counted(view, pawn) - inRows(position, pawn));
  return { ...position, bank: { B: left("B"), W: left("W") } };
}

/** `rows 1 4`: the row of a seat, the place in it from 0. */
function rowAt(key: string): { seat: number; place: number } | null {
  const [list, seat, place] = key.split(" ");
  return list === "rows" ? { seat: Number(seat), place: Number(place) } : null;
}

function withRow(position: Position, seat: number, row: string, setting: Setting<View>): Position {
  return banked({ ...position, rows: position.rows.with(seat, row) }, setting);
}

/** The cards of the box that lie nowhere. */
export function pileOf({ hands, offer, used }: Position, { view }: Setting<View>): string[] {
  const all = [...view.hands.flat(), ...view.used, ...view.pile, ...(view.offer === null ? [] : [view.offer])];
  for (const card of [...hands.flat(), ...used, ...(offer === null ? [] : [offer])]) {
    const at = all.indexOf(card);
    if (at >= 0) all.splice(at, 1);
  }
  return all.toSorted();
}

function put(position: Position, piece: string, at: string, setting: Setting<View>): Position {
  const to = rowAt(at);
  if (to !== null) {
    if (!isPawn(piece)) return position;
    const row = [...(position.rows[to.seat] ?? "")];
    row[Math.min(to.place, row.length)] = piece;
    return withRow(position, to.seat, row.join(""), setting);
  }
  if (isPawn(piece) || !pileOf(position, setting).includes(piece)) return position;
  if (at === "offer") return { ...position, offer: piece };
  if (at === "used") return { ...position, used: [...position.used, piece].toSorted() };
  const seat = Number(at.split(" ")[1]);
  return { ...position, hands: position.hands.with(seat, [...(position.hands[seat] ?? []), piece].toSorted()) };
}

function take(position: Position, at: string, setting: Setting<View>, n?: number): Position {
  const from = rowAt(at);
  if (from !== null) {
    const row = [...(position.rows[from.seat] ?? "")];
    return withRow(position, from.seat, row.toSpliced(from.place, 1).join(""), setting);
  }
  if (at === "offer") return { ...position, offer: null };
  if (at === "used") return { ...position, used: position.used.toSpliced(n ?? -1, 1) };
  const seat = Number(at.split(" ")[1]);
  return { ...position, hands: position.hands.with(seat, (position.hands[seat] ?? []).toSpliced(n ?? -1, 1)) };
}

function spots(position: Position): Spot[][] {
  const width = places(position);
  return position.rows.map((row, seat) =>
    Array.from({ length: Math.min(width, (row?.length ?? 0) + 1) }, (_, place) => {
      const pawn = row?.[place];
      const values = { row: seat + 1, n: place + 1 };
      const colour = words(pawn === "B" ? "black" : "white");
      return {
        key: `rows ${seat} ${place}`,
        x: GAP + place * STAND,
        y: rackTop(seat),
        width: STAND,
        height: RACK,
        label: pawn === undefined ? words("rowEnd", values) : words("rowPlace", { ...values, colour }),
        pieces: pawn === undefined ? [] : [pawn],
      };
    }),
  );
}

function trays({ hands, offer, used }: Position): Tray[] {
  return [
    ...hands.map((pieces, n) => ({ key: `hands ${n}`, title: words("hand", { n: n + 1 }), pieces })),
    { key: "offer", title: words("offer"), pieces: offer === null ? [] : [offer] },
    { key: "used", title: words("used"), pieces: used },
  ];
}

function stock(position: Position, setting: Setting<View>): StockGroup[] {
  const pile = pileOf(position, setting);
  const cards = [...new Set(pile)].map((piece) => ({ piece, left: pile.filter((card) => card === piece).length }));
  return [
    { title: words("pawns"), stock: PAWNS.map((piece) => ({ piece, left: position.bank[piece] })) },
    { title: words("cards"), stock: cards },
  ];
}

function entries(position: Position, { teams }: Setting<View>): Entry[] {
  const { to_move, phase, colours, rebuilds, stopped, regrouped, rows } = position;
  const seats = rows.map((_, n) => ({ value: String(n), label: words("player", { n: n + 1 }) }));
  const phases = PHASES.map((value) => ({ value, label: words(value) }));
  const both = PAWNS.map((value) => ({ value, label: words(value === "B" ? "black" : "white") }));
  const inTeams = teams.some((team) => team.length > 1);
  return [
    { key: "to_move", label: words("turn"), kind: "choice", value: String(to_move), values: seats },
    { key: "phase", label: words("phase"), kind: "choice", value: phase, values: phases },
    ...(rows.length % 2 === 0
      ? [
          {
            key: "colours",
            label: words("colours"),
            kind: "choice" as const,
            value: colours[0] ?? "B",
            values: both,
          },
        ]
      : []),
    ...rows.map((row, n) => ({
      key: `rows ${n}`,
      label: words("row", { n: n + 1 }),
      kind: "text" as const,
      value: row ?? "",
    })),
    { key: "rebuilds", label: words("rebuilds"), kind: "number", value: rebuilds, max: MOST_REBUILDS },
    ...(inTeams
      ? [
          ...stopped.map((value, n) => ({
            key: `stopped ${n}`,
            label: words("stopped", { n: n + 1 }),
            kind: "check" as const,
            value,
          })),
          { key: "regrouped", label: words("regrouped"), kind: "check" as const, value: regrouped },
        ]
      : []),
  ];
}

function set(position: Position, key: string, value: string | number | boolean, setting: Setting<View>): Position {
  const [name, n = ""] = key.split(" ");
  if (name === "rows") return withRow(position, Number(n), readRow(String(value)), setting);
  if (name === "stopped") return { ...position, stopped: position.stopped.with(Number(n), value === true) };
  if (name === "colours") {
    const [own, other]: Pawn[] = value === "B" ? ["B", "W"] : ["W", "B"];
    return { ...position, colours: position.colours.map((_, seat) => (seat % 2 === 0 ? own : other) ?? null) };
  }
  return { ...position, [name ?? ""]: name === "to_move" || name === "rebuilds" ? Number(value) : value };
}

/** A row as somebody types it: letters of the box, or of French (N is black there). */
function readRow(text: string): string {
  const letters = text.toUpperCase().replace(/[^BWN]/g, "");
  return pawnsOf(letters.includes("N") ? letters.replace(/B/g, "W").replace(/N/g, "B") : letters).join("");
}

export const model: Model<Position, View> = {
  scale: 2,
  flat: true,
  boxOf: (piece) => (isPawn(piece) ? "-14 -17 28 34" : "-56 -22 112 46"),
  frame: (position) => `0 0 ${places(position) * STAND + 2 * GAP} ${position.rows.length * (RACK + GAP) + GAP}`,
  opening: (options) => ({ ...options, rows: "random" }), // so that everything is on the table
  spots,
  trays,
  stock,
  entries,
  nameOf: (piece) => (isPawn(piece) ? words(`pawn${piece}`) : cardInShort(piece)),
  put,
  take,
  set,
  clear: (position, setting) =>
    banked(
      {
        ...position,
        rows: position.rows.map(() => ""),
        hands: position.hands.map(() => []),
        offer: null,
        used: [],
        rebuilds: 0,
        stopped: position.stopped.map(() => false),
        regrouped: false,
      },
      setting,
    ),
};

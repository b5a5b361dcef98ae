/**
 * Move texts of Point, taken apart and put together, and what moves have put where. What fits where is
 * never worked out here: places come from the legal moves that the house sends.
 */
import type { Deed } from "$lib/board/face";
import type { Happening, View } from "./view";

/** The use of a card: `WB>BWW@6`, or `take WB>BWW@6` for the card left face up. */
export interface Use {
  text: string;
  offer: boolean;
  give: string;
  take: string;
  /** The first place, from 1. */
  place: number;
}

export type Move =
  | { verb: "row"; row: string }
  | ({ verb: "use" } & Use)
  | { verb: "discard"; card: string }
  | { verb: "regroup"; cards: string[] }
  | { verb: "draw" | "stop" | "go on" };

const USE = /^(take )?([BW]+)>([BW]+)@(\d+)$/;

/** The parts of a move, null if it does not read as one. */
export function readMove(text: string): Move | null {
  if (text === "draw" || text === "stop" || text === "go on") return { verb: text };
  const [, offer, give, take, place] = USE.exec(text) ?? [];
  if (give !== undefined && take !== undefined)
    return { verb: "use", text, offer: offer !== undefined, give, take, place: Number(place) };
  const [, verb, rest] = /^(row|discard|regroup) (\S+)$/.exec(text) ?? [];
  if (rest === undefined) return null;
  if (verb === "row") return { verb, row: rest };
  if (verb === "discard") return { verb, card: rest };
  return { verb: "regroup", cards: rest.split(",") };
}

/** The uses among some moves. */
export function usesAmong(moves: readonly string[]): Use[] {
  return moves.flatMap((text) => {
    const move = readMove(text);
    return move?.verb === "use" ? [move] : [];
  });
}

/** A card's two readings: as it is printed, and turned round. */
export function readings(card: string): [string, string] {
  return [card.replace("=", ">"), [...card].reverse().join("").replace("=", ">")];
}

/** Those uses that are of this card, in order of their places. */
export function usesOf(uses: readonly Use[], card: string, offer: boolean): Use[] {
  const ways = readings(card);
  return uses
    .filter((use) => use.offer === offer && ways.includes(`${use.give}>${use.take}`))
    .sort((a, b) => a.place - b.place || a.give.length - b.give.length);
}

/** The place after the last that a use takes from. */
export function endOf(use: Use): number {
  return use.place + use.give.length;
}

/** Those uses that take the pawn at a place, the best centred first. */
export function covering(uses: readonly Use[], place: number): Use[] {
  const off = (use: Use): number => Math.abs(use.place + (use.give.length - 1) / 2 - place);
  return uses
    .filter((use) => use.place <= place && place < endOf(use))
    .sort((a, b) => off(a) - off(b) || a.place - b.place);
}

/** The row as a use leaves it. */
export function rowAfter(row: string, use: Use): string {
  return row.slice(0, use.place - 1) + use.take + row.slice(endOf(use) - 1);
}

/**
 * What someone evidently means who plays a card that no legal move uses: the first reading whose
 * pawns stand at the touched place, or anywhere, else the card as printed.
 */
export function meant(row: string, card: string, offer: boolean, place: number | null): string {
  const ways = readings(card).map((way) => ({ way, give: way.split(">")[0] ?? "" }));
  const starts = ways.flatMap(({ way, give }) =>
    [...row].flatMap((_, at) => (row.startsWith(give, at) ? [{ way, give, at: at + 1 }] : [])),
  );
  const found = place === null ? starts[0] : starts.find(({ give, at }) => at <= place && place < at + give.length);
  const size = ways[0]?.give.length ?? 1;
  const at = found?.at ?? Math.max(1, Math.min(place ?? 1, row.length - size + 1));
  return `${offer ? "take " : ""}${found?.way ?? ways[0]?.way ?? ""}@${at}`;
}

/** A row with the pawns at two places exchanged. */
export function swapped(row: string, a: number, b: number): string {
  const pawns = [...row];
  [pawns[a - 1], pawns[b - 1]] = [pawns[b - 1] ?? "", pawns[a - 1] ?? ""];
  return pawns.join("");
}

/** Rows worth proposing, as far as the house allows them: the rule sheet's and some kin. */
export const KNOWN = ["BBWWBBWWWWBB", "WWBBWWBBWWBB", "BWWBBWWBBWWB", "WBBWBWWBWBBW"];

/** Ready-made rows, all of them legal. */
export function proposals(legal: readonly string[]): string[] {
  const rows = legal.filter((text) => text.startsWith("row ")).map((text) => text.slice(4));
  const known = KNOWN.filter((row) => rows.includes(row));
  return known.length > 0 ? known : rows.slice(0, 1);
}

/** Any one of the legal rows. */
export function anyRow(legal: readonly string[], chance: () => number = Math.random): string | null {
  const rows = legal.filter((text) => text.startsWith("row "));
  return rows[Math.floor(chance() * rows.length)]?.slice(4) ?? null;
}

export interface Put {
  seat: number;
  places: readonly number[];
}

interface Used extends Put {
  row: string;
}

/** What each of these deeds has put that still stands: the last exchange of every seat. */
export function putsOf(view: View, deeds: readonly Deed<Happening>[]): Put[] {
  const last = new Map<number, Used>();
  for (const used of deeds.flatMap(({ events }) => usedOf(events))) last.set(used.seat, used);
  return [...last.values()].filter(({ seat, row }) => view.rows[seat] === row);
}

/** A memory of the last exchange; other events that follow a discard or a draw do not wipe it. */
export function lastPut(): (view: View, events: readonly Happening[]) => Put[] {
  let last: Used | null = null;
  return (view, events) => {
    last = usedOf(events).at(-1) ?? last;
    return last !== null && view.rows[last.seat] === last.row ? [last] : [];
  };
}

function usedOf(events: readonly Happening[]): Used[] {
  return events
    .filter((event) => event.type === "used")
    .map(({ seat, place, take, row }) => ({ seat, row, places: [...take].map((_, k) => place + k) }));
}

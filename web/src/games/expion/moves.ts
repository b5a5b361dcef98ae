/**
 * Moves as texts: `e9-e7`, and `pass`. Which of them are legal is the house's to say. Other readings
 * of the rule add where the Ex*pion is pushed, `e6-e5>d5`, and `~` for its help declined.
 */

import { beyond } from "./geometry";

export interface Way {
  from: string;
  to: string;
  /** Where the Ex*pion is pushed, when that is not straight on. */
  rest?: string;
}

export const PASS = "pass";

/** The two cells of a move; null for a pass or no move at all. */
export function wayOf(move: string | null): Way | null {
  const found = /^([a-i][1-9])-([a-i][1-9])(?:>([a-i][1-9]))?~?$/.exec(move ?? "");
  const [, from, to, rest] = found ?? [];
  if (from === undefined || to === undefined) return null;
  return rest === undefined ? { from, to } : { from, to, rest };
}

/** Whether a move declines the help of the Ex*pion. */
export function declines(move: string): boolean {
  return move.endsWith("~");
}

/** The legal moves that take a marble from one cell to another. */
export function movesOf(legal: readonly string[], from: string, to: string): string[] {
  return legal.filter((move) => {
    const way = wayOf(move);
    return way?.from === from && way.to === to;
  });
}

/** Where a push of the Ex*pion from a cell may leave it, by the legal moves. */
export function restsOf(legal: readonly string[], from: string | null, expion: string): string[] {
  if (from === null) return [];
  const rests = movesOf(legal, from, expion).map((move) => restOf(move));
  return [...new Set(rests.filter((cell) => cell !== null))];
}

/** Where a push leaves the Ex*pion: where the move says, or straight on. */
export function restOf(move: string): string | null {
  const way = wayOf(move);
  return way === null ? null : (way.rest ?? beyond(way.from, way.to));
}

export function textOf(from: string, to: string): string {
  return `${from}-${to}`;
}

/** Where a marble may go, by the legal moves. */
export function targetsOf(legal: readonly string[], from: string | null): Set<string> {
  const ways = legal.map(wayOf).filter((way) => way !== null && way.from === from);
  return new Set(ways.map((way) => way?.to ?? ""));
}

/** The cells of marbles that may move, by the legal moves. */
export function movableOf(legal: readonly string[]): Set<string> {
  return new Set(legal.flatMap((move) => wayOf(move)?.from ?? []));
}

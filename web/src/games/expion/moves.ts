/**
 * Moves as texts: `e9-e7`, and `pass`. Which of them are legal is the house's to say. Other readings
 * of the rule add where the Ex*pion is pushed, `e6-e5>d5`, and `~` for its help declined. What a move caused,
 * or would cause, is the house's to tell.
 */
import type { Deed, Preview } from "$lib/board/face";
import { beyond } from "./layout";
import type { Happening, Letter } from "./view";

export interface Move {
  from: string;
  to: string;
  /** Where the Ex*pion is pushed, when that is not straight on. */
  rest?: string;
}

export const PASS = "pass";

/** The two cells of a move; null for a pass or no move at all. */
export function readMove(move: string | null): Move | null {
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
    const way = readMove(move);
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
  const way = readMove(move);
  return way === null ? null : (way.rest ?? beyond(way.from, way.to));
}

export function textOf(from: string, to: string): string {
  return `${from}-${to}`;
}

/** Where a marble may go, by the legal moves. */
export function targetsOf(legal: readonly string[], from: string | null): Set<string> {
  const ways = legal.map(readMove).filter((way) => way !== null && way.from === from);
  return new Set(ways.map((way) => way?.to ?? ""));
}

/** The cells of marbles that may move, by the legal moves. */
export function movableOf(legal: readonly string[]): Set<string> {
  return new Set(legal.flatMap((move) => readMove(move)?.from ?? []));
}

export interface Capture {
  letter: Letter;
  at: string;
  /** The two cells that it stood between. */
  between: readonly string[];
}

export interface Trail {
  from: string;
  to: string;
  /** Where the Ex*pion was pushed. */
  pushed: string | null;
  captures: readonly Capture[];
  /** Marbles that were not captured because the Ex*pion's help was declined. */
  spared: readonly string[];
}

/** What the last move left to see, with what it caused if the events are those of that move. */
export function trailOf(events: readonly Happening[], last: string | null): Trail | null {
  const way = readMove(last);
  if (way === null) return null;
  const moved = events.find((event) => event.type === "moved");
  if (moved?.from !== way.from || moved.to !== way.to) return { ...way, pushed: null, captures: [], spared: [] };
  return {
    ...way,
    pushed: events.find((event) => event.type === "pushed")?.to ?? null,
    captures: capturesOf(events),
    spared: events.find((event) => event.type === "declined")?.spared ?? [],
  };
}

/** What every one of these deeds left to see. */
export function trailsOf(deeds: readonly Deed<Happening>[]): Trail[] {
  return deeds.map(({ move, events }) => trailOf(events, move)).filter((trail) => trail !== null);
}

/** What moves with a marble would capture, by where it goes, as far as the house has said. */
export function capturesBy(
  preview: Preview<Happening> | undefined,
  moves: readonly string[],
): Map<string, readonly Capture[]> {
  const found = new Map<string, readonly Capture[]>();
  for (const move of moves) {
    const to = readMove(move)?.to ?? "";
    const known = found.get(to) ?? [];
    const captures = takenBy(preview, move).filter(({ at }) => !known.some((other) => other.at === at));
    if (captures.length > 0) found.set(to, [...known, ...captures]);
  }
  return found;
}

/** What a move would capture, as far as the house has said. */
export function takenBy(preview: Preview<Happening> | undefined, move: string): Capture[] {
  return capturesOf(preview?.of(move) ?? []);
}

function capturesOf(events: readonly Happening[]): Capture[] {
  const captured = events.filter((event) => event.type === "captured");
  return captured.map(({ marble, at, between }) => ({ letter: marble, at, between }));
}

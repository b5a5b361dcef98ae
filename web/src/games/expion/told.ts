/** What the house tells of the last move, as the board marks it. */
import type { Deed, GameEvent, Preview } from "$lib/board/face";
import { wayOf } from "./moves";
import type { Letter } from "./view";
import { words } from "./words";

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
export function trailOf(events: readonly GameEvent[], last: string | null): Trail | null {
  const way = wayOf(last);
  if (way === null) return null;
  const moved = events.find(({ type }) => type === "moved");
  if (moved?.["from"] !== way.from || moved["to"] !== way.to)
    return { ...way, pushed: null, captures: [], spared: [] };
  const pushed = events.find(({ type }) => type === "pushed");
  return {
    ...way,
    pushed: pushed === undefined ? null : String(pushed["to"]),
    captures: capturesOf(events),
    spared: sparedOf(events),
  };
}

function sparedOf(events: readonly GameEvent[]): string[] {
  const cells = events.find(({ type }) => type === "declined")?.["spared"];
  return Array.isArray(cells) ? cells.map(String) : [];
}

/** What every one of these deeds left to see. */
export function trailsOf(deeds: readonly Deed[]): Trail[] {
  return deeds.map(({ move, events }) => trailOf(events, move)).filter((trail) => trail !== null);
}

/** What somebody did: va de e9 en e8 et capture une bille. */
export function did({ move, events }: Deed): string {
  const trail = trailOf(events, move);
  if (trail === null) return words("passed");
  const { from, to, pushed, captures, spared } = trail;
  const gone = pushed === null ? words("goes", { from, to }) : words("pushes", { to: pushed });
  const did = captures.length === 0 ? gone : words("captures", { did: gone, n: captures.length });
  return spared.length === 0 ? did : words("spares", { did, cells: spared.join(", ") });
}

/** What moves with a marble would capture, by where it goes, as far as the house has said. */
export function capturesBy(
  preview: Preview | undefined,
  moves: readonly string[],
): Map<string, readonly Capture[]> {
  const found = new Map<string, readonly Capture[]>();
  for (const move of moves) {
    const to = wayOf(move)?.to ?? "";
    const known = found.get(to) ?? [];
    const captures = takenBy(preview, move).filter(({ at }) => !known.some((other) => other.at === at));
    if (captures.length > 0) found.set(to, [...known, ...captures]);
  }
  return found;
}

/** What a move would capture, as far as the house has said. */
export function takenBy(preview: Preview | undefined, move: string): Capture[] {
  return capturesOf(preview?.of(move) ?? []);
}

function capturesOf(events: readonly GameEvent[]): Capture[] {
  return events.filter(({ type }) => type === "captured").map(captureOf);
}

function captureOf(event: GameEvent): Capture {
  const between = event["between"];
  return {
    letter: event["marble"] as Letter,
    at: String(event["at"]),
    between: Array.isArray(between) ? between.map(String) : [],
  };
}

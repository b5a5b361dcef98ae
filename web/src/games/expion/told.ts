/** What the house tells of the last move, as the board marks it. */
import type { GameEvent } from "$lib/board/face";
import { textOf } from "./moves";
import type { Letter } from "./view";

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
}

/** What the last move left to see; null unless the events are those of that move. */
export function trailOf(events: readonly GameEvent[], last: string | null): Trail | null {
  const moved = events.find((event) => event.type === "moved");
  if (moved === undefined) return null;
  const [from, to] = [String(moved["from"]), String(moved["to"])];
  if (textOf(from, to) !== last) return null;
  const pushed = events.find((event) => event.type === "pushed");
  return {
    from,
    to,
    pushed: pushed === undefined ? null : String(pushed["to"]),
    captures: events.filter((event) => event.type === "captured").map(captureOf),
  };
}

function captureOf(event: GameEvent): Capture {
  const between = event["between"];
  return {
    letter: event["marble"] as Letter,
    at: String(event["at"]),
    between: Array.isArray(between) ? between.map(String) : [],
  };
}

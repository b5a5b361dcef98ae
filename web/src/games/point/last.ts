/** Where the last exchange put pawns; remembered as long as that row stands. */
import type { GameEvent } from "$lib/board/face";
import type { View } from "./view";

export interface Put {
  seat: number;
  places: readonly number[];
}

const NONE: Put = { seat: -1, places: [] };

/** A memory of the last exchange; other events that follow a discard or a draw do not wipe it. */
export function lastPut(): (view: View, events: readonly GameEvent[]) => Put {
  let last: (Put & { row: string }) | null = null;
  return (view, events) => {
    for (const event of events) {
      if (event.type !== "used") continue;
      const { seat, place, take, row } = event as unknown as { seat: number; place: number; take: string; row: string };
      last = { seat, row, places: [...take].map((_, k) => place + k) };
    }
    return last !== null && view.rows[last.seat] === last.row ? last : NONE;
  };
}

/** Where exchanges put pawns, as long as those rows stand. */
import type { Deed, GameEvent } from "$lib/board/face";
import type { View } from "./view";

export interface Put {
  seat: number;
  places: readonly number[];
}

interface Used extends Put {
  row: string;
}

/** What each of these deeds has put that still stands: the last exchange of every seat. */
export function putsOf(view: View, deeds: readonly Deed[]): Put[] {
  const last = new Map<number, Used>();
  for (const used of deeds.flatMap(({ events }) => usedOf(events))) last.set(used.seat, used);
  return [...last.values()].filter(({ seat, row }) => view.rows[seat] === row);
}

/** A memory of the last exchange; other events that follow a discard or a draw do not wipe it. */
export function lastPut(): (view: View, events: readonly GameEvent[]) => Put[] {
  let last: Used | null = null;
  return (view, events) => {
    last = usedOf(events).at(-1) ?? last;
    return last !== null && view.rows[last.seat] === last.row ? [last] : [];
  };
}

function usedOf(events: readonly GameEvent[]): Used[] {
  return events
    .filter(({ type }) => type === "used")
    .map((event) => event as unknown as { seat: number; place: number; take: string; row: string })
    .map(({ seat, place, take, row }) => ({ seat, row, places: [...take].map((_, k) => place + k) }));
}

import type { Face, GameEvent } from "./face";
import { words } from "./words";

/** How many pieces a move took. */
export function taken(events: readonly GameEvent[], face: Face): number {
  return face.takes?.(events) ?? events.filter(({ type }) => type === "captured").length;
}

/** What the signs of so many pieces mean, for whoever does not see them. */
export function tookInWords(count: number, face: Face): string {
  return face.took?.(count) ?? words("took", { n: count });
}

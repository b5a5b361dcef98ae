import type { Face, GameEvent } from "./face";

/** How many pieces a move took. */
export function taken(events: readonly GameEvent[], face: Face): number {
  return face.takes?.(events) ?? events.filter(({ type }) => type === "captured").length;
}

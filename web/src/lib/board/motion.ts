/** How fast pieces move on every board: as the reader likes it, else as the device asks. */
import { settings } from "../state/settings.svelte";

const PACES = { none: 0, quick: 0.5, slow: 2 };

/** By how much a motion takes longer than usual; 0: nothing moves. */
export function pace(): number {
  if (settings.motion !== "system") return PACES[settings.motion];
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches === true ? 0 : 1;
}

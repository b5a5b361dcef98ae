/** How cards move. Nothing moves for readers who asked for stillness. */
import { pace } from "$lib/board/motion";
import type { TransitionConfig } from "svelte/transition";
import type { Point } from "../layout";

/** A card's travel: where it comes from, or goes to, as seen from its place. */
export interface Travel {
  by: Point | null;
  /** Milliseconds to wait, and whether it moves at all. */
  wait?: number;
  still?: boolean;
  /** It is dropped from just above: the hand was already there. */
  drop?: boolean;
}

const TRAVEL = 320;
const DROP = 160;

export function calm(): boolean {
  return pace() === 0;
}

/** A card comes from its player, a little turned and raised, and is laid. */
export function arrive(_node: Element, { by, still = false, drop = false }: Travel): TransitionConfig {
  if (still || calm() || (by === null && !drop)) return { duration: 0 };
  if (drop) return { duration: DROP * pace(), easing: out, css: (t) => `transform: scale(${1 + 0.09 * (1 - t)})` };
  const { x, y } = by ?? { x: 0, y: 0 };
  const turn = Math.sign(x) * 14;
  return {
    duration: TRAVEL * pace(),
    easing: out,
    css: (_t, u) => `transform: translate(${x * u}px, ${y * u}px) rotate(${turn * u}deg) scale(${1 + 0.12 * u})`,
  };
}

/** A card goes back to its owner; without an owner it fades where it lies. */
export function leave(_node: Element, { by, still = false, wait = 0 }: Travel): TransitionConfig {
  if (still || calm()) return { duration: 0 };
  if (by === null) return { duration: DROP * pace(), css: (t) => `opacity: ${t}` };
  const { x, y } = by;
  return {
    delay: wait * pace(),
    duration: TRAVEL * pace(),
    easing: into,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) rotate(${8 * u}deg); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** A card is turned over beside its pile: its back first, then its face. */
export function turn(_node: Element, { from, face }: { from: Point; face: boolean }): TransitionConfig {
  if (calm()) return { duration: 0 };
  return {
    duration: TRAVEL * pace(),
    easing: out,
    css: (t, u) => {
      const width = Math.abs(2 * t - 1);
      const shown = t >= 0.5 === face;
      return `transform: translate(${from.x * u}px, ${from.y * u}px) scaleX(${width}); opacity: ${shown ? 1 : 0}`;
    },
  };
}

function out(t: number): number {
  return 1 - (1 - t) ** 3;
}

function into(t: number): number {
  return t * t;
}

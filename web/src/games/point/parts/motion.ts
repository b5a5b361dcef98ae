/** How long things take to move; nothing moves for those who asked for stillness. */
import { pace } from "$lib/board/motion";

export function calm(): number {
  return 280 * pace();
}

export interface Spot {
  x: number;
  y: number;
  scale: number;
}

/** Where something is, as a CSS transform. */
export function at({ x, y, scale }: Spot): string {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Comes from, or goes to, another spot than its own. */
export function travel(
  _node: Element,
  { own, other, wait = 0 }: { own: Spot; other: Spot; wait?: number },
): { duration: number; delay: number; css: (t: number, u: number) => string } {
  const between = (a: number, b: number, u: number): number => a + (b - a) * u;
  return {
    duration: 320 * pace(),
    delay: wait * pace(),
    css: (_t, u) => {
      const spot = {
        x: between(own.x, other.x, u),
        y: between(own.y, other.y, u),
        scale: between(own.scale, other.scale, u),
      };
      return `transform: ${at(spot)}; opacity: ${1 - u * u * 0.9}`;
    },
  };
}

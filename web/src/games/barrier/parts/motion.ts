/** Motion that explains. The picture is always drawn as it is now; this only shows how it came. */
import { pace } from "$lib/board/motion";
import type { Pose } from "../layout";

/** Milliseconds of one leg of a move. */
export const LEG = 260;

/** Whether the reader wants things to stand still. */
export function still(): boolean {
  return pace() === 0;
}

export function css(pose: Pose): string {
  return `translate(${pose.x}px, ${pose.y}px) scale(${pose.scale})`;
}

/**
 * Moves an element from a pose to the last of others, by way of those between. `arc` lifts it a
 * little over each leg. A motion that is still going on is given up where it is.
 */
export function glide(
  element: Element,
  from: Pose,
  poses: readonly Pose[],
  { wait = 0, arc = false, before = null }: { wait?: number; arc?: boolean; before?: Animation | null },
): Animation | null {
  const here = before?.playState === "running" ? getComputedStyle(element).transform : css(from);
  before?.cancel();
  if (still() || typeof element.animate !== "function") return null;
  const frames: Keyframe[] = [{ transform: here }];
  let last = from;
  for (const pose of poses) {
    if (arc) frames.push({ transform: css(middle(last, pose)) });
    frames.push({ transform: css(pose) });
    last = pose;
  }
  const motion = element.animate(frames, {
    duration: LEG * pace() * poses.length,
    delay: LEG * pace() * wait,
    easing: poses.length > 1 ? "linear" : "cubic-bezier(0.3, 0.1, 0.2, 1)",
    fill: "backwards",
  });
  motion.finished.catch(() => undefined); // to be given up is no failure
  return motion;
}

function middle(one: Pose, other: Pose): Pose {
  const scale = Math.max(one.scale, other.scale) * 1.16;
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, scale };
}

/** Turns a pawn over: narrow, then wide again with its other face. */
export function turnOver(body: Element, old: Element, fresh: Element, wait: number): void {
  if (still() || typeof body.animate !== "function") return;
  const timing = { duration: 340 * pace(), delay: LEG * pace() * wait, fill: "backwards" as const };
  const narrow = { transform: "scaleX(0.04)" };
  body.animate([{ transform: "scaleX(1)" }, narrow, { transform: "scaleX(1)" }], timing);
  old.animate(swap(1, 0), timing);
  fresh.animate(swap(0, 1), timing);
}

/** From one opacity to another at once, half way. */
function swap(from: number, to: number): Keyframe[] {
  return [{ opacity: from }, { opacity: from, offset: 0.5 }, { opacity: to, offset: 0.5 }, { opacity: to }];
}

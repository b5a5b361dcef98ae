import type { BoardProps } from "$lib/board/face";
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Board from "../Board.svelte";
import { turns } from "../fixtures";
import type { Happening, View } from "../view";
import { LEG } from "./motion";

interface Shown {
  element: Element;
  frames: Keyframe[];
  delay: number;
}
let motions: Shown[] = [];
let shown: Record<string, unknown> | null = null;

beforeEach(() => {
  motions = [];
  vi.spyOn(Element.prototype, "animate").mockImplementation(function (this: Element, frames, timing) {
    const { delay = 0 } = timing as KeyframeAnimationOptions;
    motions.push({ element: this, frames: frames as Keyframe[], delay });
    const animation = { playState: "finished", cancel: () => undefined, finished: Promise.resolve() };
    return animation as unknown as Animation;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  if (shown !== null) void unmount(shown);
  document.body.replaceChildren();
});

/** Shows the table before a turn, then what the turn made of it. */
function see(name: keyof typeof turns, fresh: boolean): BoardProps<View, Happening> {
  const { before, after, events, move } = turns[name];
  const still = { options: {}, sitters: [], viewer: 0, toMove: 1, legal: [], active: false, lit: [], hinted: null };
  const props = $state<BoardProps<View, Happening>>({
    ...{ ...still, targets: false, onmove: () => undefined },
    ...{ view: before, events: [], beat: 1, fresh: false, last: "a1-a2" },
  });
  shown = mount(Board, { target: document.body, props });
  flushSync();
  expect(motions).toEqual([]);
  Object.assign(props, { view: after, events, beat: 2, fresh, last: move });
  flushSync();
  return props;
}

it("shows a chain leg by leg, and each pawn taken as it is jumped", () => {
  see("took_two", true);
  const delays = motions.map(({ delay }) => delay).sort((a, b) => a - b);
  expect(delays).toEqual([0, LEG / 2, LEG * 1.5]);
  const chain = motions.find(({ delay }) => delay === 0);
  expect(chain?.frames).toHaveLength(5); // from, over, landing, over, landing
});

it("turns a pawn over once it has arrived", () => {
  see("crowning", true);
  const turning = motions.filter(({ delay }) => delay === LEG);
  expect(turning.map(({ frames }) => frames.length).sort()).toEqual([3, 4, 4]);
});

it("lifts a crowned pawn away like any other", async () => {
  const props = see("took_crowned", true);
  expect(motions.some(({ delay }) => delay === LEG / 2)).toBe(true);
  await tick(); // its flat face is put away a little later
  Object.assign(props, { view: { ...props.view }, events: [], beat: 3 });
  flushSync();
});

it("shows what was not seen as already done", () => {
  see("took_two", false);
  expect(motions).toEqual([]);
});

it("stands still for those who want it", () => {
  vi.spyOn(globalThis, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query.includes("reduced-motion"),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  see("took_two", true);
  expect(motions).toEqual([]);
});

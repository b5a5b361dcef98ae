/** The board as a player meets it: what a click sends, what is drawn for it. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BoardProps } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import Board from "./Board.svelte";
import found from "./fixtures.json";
import type { Happening, View } from "./view";

let board: Record<string, unknown> | null = null;

function show(change: Partial<BoardProps<View, Happening>> = {}): {
  onmove: ReturnType<typeof vi.fn>;
  props: BoardProps<View, Happening>;
} {
  settings.language = "en";
  const onmove = vi.fn();
  const props = $state<BoardProps<View, Happening>>({
    view: found.pushed.before as View,
    options: found.pushed.options,
    sitters: [0, 1, 2, 3].map((seat) => ({ seat, name: "", side: seat % 2, yours: seat === 2 })),
    viewer: 2,
    toMove: 2,
    legal: found.pushed.legal,
    active: true,
    events: [],
    beat: 1,
    fresh: false,
    last: null,
    lit: [],
    hinted: null,
    targets: false,
    onmove,
    ...change,
  });
  board = mount(Board, { target: document.body, props });
  flushSync();
  return { onmove, props };
}

function cell(name: string): Element {
  const found = document.querySelector(`[data-cell="${name}"]`);
  if (found === null) throw new Error(name);
  return found;
}

function click(name: string): void {
  cell(name).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

function offered(): string[] {
  return [...document.querySelectorAll("[data-cell]")]
    .filter((found) => /you can/.test(found.getAttribute("aria-label") ?? ""))
    .map((found) => found.getAttribute("data-cell") ?? "")
    .sort();
}

afterEach(() => {
  if (board !== null) void unmount(board);
  board = null;
});

describe("the board", () => {
  it("shows every cell and every marble", () => {
    show();
    expect(document.querySelectorAll("[data-cell]")).toHaveLength(77);
    expect(document.querySelectorAll("g.marble")).toHaveLength(27 + 1);
    expect(document.body.textContent).toContain("All marbles may retreat");
  });

  it("rings what a chosen marble would capture once the house has said so, and says it in words", () => {
    const { before, legal, move, events } = found.captured;
    let told = $state.raw<readonly Happening[] | null>(null);
    const consider = vi.fn();
    const preview = { consider, of: (text: string) => (text === move ? told : null) };
    const { onmove } = show({ view: before as View, legal, viewer: 0, toMove: 0, preview });
    expect(consider).not.toHaveBeenCalled();
    click("b9");
    expect(consider.mock.calls).toEqual([[["b9-b6", "b9-b7", "b9-b8"]]]);
    expect(document.querySelectorAll(".prey")).toHaveLength(0);
    told = events as Happening[];
    flushSync();
    expect(document.querySelectorAll(".prey")).toHaveLength(1);
    expect(cell("b8").getAttribute("aria-label")).toContain("go there and capture c8");
    expect(cell("b7").getAttribute("aria-label")).not.toContain("capture");
    cell("b8").dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();
    click("b9");
    expect(document.querySelectorAll(".prey")).toHaveLength(0);
    click("b9");
    click("b8");
    expect(onmove.mock.calls).toEqual([[move]]);
    expect(document.querySelectorAll(".prey")).toHaveLength(0);
  });

  it("offers what the legal moves say, and plays it", () => {
    const { onmove } = show();
    click("e4");
    expect(offered()).toEqual(["e3", "e5"]);
    expect(cell("e5").getAttribute("aria-label")).toContain("push it to e6");
    click("e5");
    expect(onmove.mock.calls).toEqual([["e4-e5"]]);
    click("e3");
    expect(onmove).toHaveBeenCalledTimes(1);
  });

  it("sends what is not legal too, for the house explains it", () => {
    const { onmove } = show();
    click("e4");
    click("d4");
    expect(onmove.mock.calls).toEqual([["e4-d4"]]);
    click("e5");
    expect(onmove.mock.calls[1]).toEqual(["e4-e5"]);
  });

  it("keeps the marble chosen when the house says no, and puts it down when it has moved", () => {
    const { onmove, props } = show();
    click("e4");
    click("d4");
    Object.assign(props, { active: false, legal: [] });
    flushSync();
    const view = { ...(found.pushed.before as View) };
    Object.assign(props, { active: true, legal: found.pushed.legal, lit: ["d4"], view });
    flushSync();
    expect(document.querySelectorAll(".shakes")).toHaveLength(1);
    expect(offered()).toEqual(["e3", "e5"]);
    click("e5");
    expect(onmove.mock.calls.at(-1)).toEqual(["e4-e5"]);
    const { after, events, move } = found.pushed;
    Object.assign(props, { view: after as View, events, last: move, lit: [], active: false, legal: [] });
    flushSync();
    expect(offered()).toEqual([]);
    expect(cell("e6").getAttribute("aria-label")).toContain("the Ex*pion");
    expect(cell("e5").getAttribute("aria-label")).toContain("marble of South");
  });

  it("changes its mind: another marble, the same again, Escape", () => {
    const { onmove } = show();
    click("e4");
    click("f4");
    expect(offered()).toEqual(["f5", "g4"]);
    click("f4");
    expect(offered()).toEqual([]);
    click("f4");
    cell("f4").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    flushSync();
    expect(offered()).toEqual([]);
    expect(onmove).not.toHaveBeenCalled();
  });

  it("asks the house about an empty cell that is touched while nothing is chosen", () => {
    const { onmove } = show();
    click("e7");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("e7-e7");
  });

  it("does not let the page scroll under a finger that drags a marble", () => {
    show();
    const kept = ["e4", "e7"].map((name) => {
      cell(name).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
      const moved = new Event("touchmove", { bubbles: true, cancelable: true });
      cell(name).dispatchEvent(moved);
      dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
      return moved.defaultPrevented;
    });
    expect(kept).toEqual([true, false]);
  });

  it("offers nothing while another is to move", () => {
    const { onmove } = show({ active: false, legal: [], toMove: 3 });
    click("e4");
    click("e3");
    expect(onmove).not.toHaveBeenCalled();
  });

  it("has a button to pass only where that is the move", () => {
    const { onmove } = show({ legal: ["pass"] });
    const button = document.querySelector("button");
    button?.click();
    expect(onmove.mock.calls).toEqual([["pass"]]);
    if (board !== null) void unmount(board);
    show();
    expect(document.querySelector("button")).toBeNull();
  });

  it("asks which of several moves with the same two cells is meant", () => {
    const straight = found.pushed.legal.find((move) => move.endsWith(`-${found.pushed.before.expion}`)) ?? "";
    const [from = "", to = ""] = straight.split("-");
    const { onmove } = show({ legal: [straight, `${straight}~`] });
    click(from);
    click(to);
    expect(onmove).not.toHaveBeenCalled();
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="group"] button')];
    expect(buttons).toHaveLength(2);
    buttons[1]?.click();
    expect(onmove.mock.calls).toEqual([[`${straight}~`]]);
  });

  it("shows where each push would leave the Ex*pion and what it would capture", () => {
    const legal = ["e4-e5", "e4-e5>d5", "e4-e5>d5~"];
    const taken: Happening = { type: "captured", marble: "e", at: "c5", between: ["b5", "d5"], chameleon: true };
    const of = (move: string): Happening[] => (move === "e4-e5>d5" ? [taken] : []);
    const preview = { consider: vi.fn(), of };
    const { onmove } = show({ legal, preview });
    click("e4");
    expect(preview.consider.mock.calls).toEqual([[legal]]);
    expect(cell("e5").getAttribute("aria-label")).toContain("push it to e6 or d5 and capture c5");
    expect(document.querySelectorAll(".arrow.edge")).toHaveLength(2);
    click("e5");
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="group"] button')];
    expect(buttons.map(({ textContent }) => textContent.trim())).toEqual([
      "Push the Ex*pion to e6",
      "Push the Ex*pion to d5 and capture c5",
      "Push the Ex*pion to d5, without its help",
    ]);
    buttons[1]?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();
    expect(document.querySelectorAll(".arrow.edge")).toHaveLength(1);
    expect(document.querySelectorAll(".prey.sure")).toHaveLength(1);
    buttons[2]?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    flushSync();
    expect(document.querySelectorAll(".prey")).toHaveLength(0);
    buttons[2]?.click();
    expect(onmove.mock.calls).toEqual([["e4-e5>d5~"]]);
  });

  it("marks the marbles that were spared, and the way of a push aside", () => {
    const events: Happening[] = [
      { type: "moved", seat: 2, marble: "s", from: "f4", to: "f5", leaves_camp: false },
      { type: "declined", spared: ["e4"] },
    ];
    const view = { ...(found.pushed.before as View) };
    const marbles = { ...view.marbles, f5: view.marbles["f4"] ?? "s" };
    show({ view: { ...view, marbles }, events, last: "f4-f5~", active: false, legal: [] });
    expect(document.querySelectorAll(".spared")).toHaveLength(1);
  });

  it("plays the only way there is to push aside", () => {
    const straight = found.pushed.legal.find((move) => move.endsWith(`-${found.pushed.before.expion}`)) ?? "";
    const [from = "", to = ""] = straight.split("-");
    const { onmove } = show({ legal: [`${straight}>d5`] });
    click(from);
    click(to);
    expect(onmove.mock.calls).toEqual([[`${straight}>d5`]]);
  });

  it("marks the last move and lays the captured marble on the rail", () => {
    const { after, events, move } = found.captured;
    show({
      view: after as View,
      events: events as Happening[],
      last: move,
      active: false,
      legal: [],
      viewer: 0,
      beat: 2,
    });
    expect(document.querySelectorAll("g.marble")).toHaveLength(27 + 1);
    expect(document.querySelector(".gone")).not.toBeNull();
    expect(document.querySelector(".pincers")).not.toBeNull();
  });
});

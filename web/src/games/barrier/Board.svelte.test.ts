import { settings } from "$lib/state/settings.svelte";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import Board from "./Board.svelte";
import { moments } from "./fixtures";
import { even } from "./layout";
import type { Happening } from "./view";

type Name = keyof typeof moments;
let shown: Record<string, unknown> | null = null;

afterEach(() => {
  if (shown !== null) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

/** Shows a board and returns the moves that it asks for. */
function open(name: Name, more: Record<string, unknown> = {}): string[] {
  const { view, legal, options, last } = moments[name];
  const played: string[] = [];
  settings.language = "en";
  const still = { sitters: [], events: [], beat: 1, fresh: false, lit: [], hinted: null, targets: false };
  const seat = { viewer: 0, toMove: 0, active: true, onmove: (move: string) => played.push(move) };
  shown = mount(Board, { target: document.body, props: { view, legal, options, last, ...still, ...seat, ...more } });
  flushSync();
  return played;
}

function cell(key: string): Element {
  const found = document.querySelector(`[data-cell="${key}"]`);
  if (found === null) throw new Error(`no cell ${key}`);
  return found;
}

function touch(...keys: string[]): void {
  for (const key of keys) {
    cell(key).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  }
}

function press(key: string, name: string): void {
  cell(key).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  flushSync();
}

const buttons = (): string[] =>
  [...document.querySelectorAll('[role="button"]')].map((button) => button.getAttribute("aria-label") ?? "");
const label = (key: string): string => cell(key).getAttribute("aria-label") ?? "";

describe("moving", () => {
  it("plays a step in two touches", () => {
    const played = open("chain");
    touch("c3");
    expect(label("d4")).toContain("you can go there");
    touch("d4");
    expect(played).toEqual(["c3-d4"]);
  });
  it("enters a chain jump by jump, and may stop", () => {
    const played = open("chain");
    touch("g7", "e5");
    expect([played, buttons()]).toEqual([[], ["Stop here", "Go back"]]);
    document.querySelector('[role="button"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(played).toEqual(["g7xe5"]);
  });
  it("plays the whole chain without being asked at its end", () => {
    const played = open("chain");
    touch("g7", "e5", "c7");
    expect(played).toEqual(["g7xe5xc7"]);
  });
  it("jumps when the pawn that is to be taken is touched", () => {
    const played = open("chain");
    touch("g7", "f6");
    expect(buttons()).toHaveLength(2);
    touch("e5");
    expect(played).toEqual(["g7xe5"]);
  });
  it("offers no stop where the chain must go on", () => {
    const played = open("must");
    touch("g4", "e6");
    expect(buttons()).toEqual(["Go back"]);
    touch("c8");
    expect(played).toEqual(["g4xe6xc8"]);
  });
  it("shows where the pawn would be crowned, once the house has said so", () => {
    const moved: Happening = { type: "moved", seat: 0, pawn: "y", from: "f7", to: "e8", jump: false };
    const jumped: Happening[] = [
      { ...moved, from: "g7", to: "e5", jump: true },
      { type: "captured", seat: 0, pawn: "c", at: "f6" },
    ];
    const crowned: Happening = { type: "crowned", seat: 0, at: "e8" };
    const caused: Record<string, Happening[]> = {
      "f7-e8": [moved, crowned],
      "f7-g8": [moved],
      g7xe5: jumped,
      g7xe5xc7: [...jumped, ...jumped, crowned],
    };
    const considered: (readonly string[])[] = [];
    const preview = {
      of: (move: string) => caused[move] ?? null,
      consider: (moves: readonly string[]) => considered.push(moves),
    };
    open("chain", { preview });
    touch("f7");
    expect(considered.at(-1)).toEqual(["f7-e8", "f7-f8", "f7-g8"]);
    const crowning = (): string[] =>
      [...document.querySelectorAll("[data-cell]")].flatMap((found) => {
        const key = found.getAttribute("data-cell") ?? "";
        return label(key).includes("would be crowned") ? [key] : [];
      });
    expect([crowning(), document.querySelectorAll("g.crowned").length]).toEqual([["e8"], 1]);
    touch("g7");
    expect(considered.at(-1)).toContain("g7xe5");
    expect(crowning()).toEqual([]); // not on the first of two jumps
    touch("e5");
    expect(considered.at(-1)).toEqual(["g7xe5xc7"]);
    expect(crowning()).toEqual(["c7"]);
  });
  it("asks the house about an empty square that is touched while nothing is chosen", () => {
    const played = open("chain");
    touch("d5");
    expect(played).toEqual(["d5-d6"]);
  });
  it("goes back jump by jump with Escape", () => {
    const played = open("chain");
    touch("g7", "e5");
    press("e5", "Escape");
    expect(buttons()).toEqual([]);
    expect(label("g7")).toContain("chosen");
    press("g7", "Escape");
    expect(label("g7")).not.toContain("chosen");
    expect(played).toEqual([]);
  });
  it("sends what cannot be done too, shakes the square and keeps the pawn in hand", () => {
    const played = open("chain");
    touch("c3", "h8");
    expect(played).toEqual(["c3-h8"]);
    touch("d4");
    expect(played).toEqual(["c3-h8", "c3-d4"]);
  });
  it("does nothing while it is not the viewer's turn", () => {
    const played = open("chain", { active: false, legal: [] });
    touch("c3", "d4");
    expect(played).toEqual([]);
    expect(label("c3")).not.toContain("chosen");
  });
});

describe("laying", () => {
  it("chooses no pawn: the house says at once that tiles come first", () => {
    const chosen: (string | null)[] = [];
    const played = open("laying", { onchoose: (now: string | null) => chosen.push(now) });
    touch("c3");
    expect(played).toEqual(["c3-c4"]);
    expect([cell("c3").getAttribute("aria-selected"), cell("c3").classList.contains("grabs"), chosen.at(-1)]).toEqual([
      "false",
      false,
      null,
    ]);
  });
  it("takes a tile, then a square, or the other way round", () => {
    const played = open("laying");
    touch("t2", "a4");
    expect(played).toEqual(["2@a4"]);
    void (shown && unmount(shown));
    document.body.replaceChildren();
    const others = open("laying");
    touch("c4", "t6");
    expect(others).toEqual(["6@c4"]);
  });
  it("lets the house say why a square will not do", () => {
    const played = open("laying");
    touch("t2", "a5", "e7");
    expect(played).toEqual(["2@a5", "2@e7"]);
  });
  it("has only the tiles in the tray that are still to be laid", () => {
    open("laying");
    const tray = [...document.querySelectorAll('[data-cell^="t"]')].map((tile) => tile.getAttribute("data-cell"));
    expect(tray).toEqual(["t2", "t3", "t4", "t5", "t6"]);
    expect(label("t2")).toBe("dot tile 2, ways out east or south");
  });
});

describe("passing", () => {
  it("has a button only where that is the move", () => {
    const played = open("chain", { legal: ["pass"] });
    const button = document.querySelector("button");
    expect(button?.textContent.trim()).toBe("Pass");
    button?.click();
    expect(played).toEqual(["pass"]);
    void (shown && unmount(shown));
    document.body.replaceChildren();
    open("chain");
    expect(document.querySelector("button")).toBeNull();
  });
  it("is marked before whoever has passed, until the next move", () => {
    open("chain", { since: [{ seat: 1, move: "pass", events: [{ type: "passed", seat: 1 }] }], last: "pass" });
    const marks = [...document.querySelectorAll("text.passed")];
    expect(marks.map(({ textContent }) => textContent)).toEqual(["passes"]);
    expect(Number(marks[0]?.getAttribute("x"))).toBeLessThan(0); // the far rail of a wide screen
  });
});

describe("on a screen that both share", () => {
  const both = [0, 1].map((seat) => ({ seat, name: "", side: seat, yours: true }));
  it("the board holds still, and both lay from rails of the same size", () => {
    const first = (): string | null => document.querySelector('[role="gridcell"]')?.getAttribute("data-cell") ?? null;
    open("chain", { sitters: both, viewer: 1, toMove: 1, legal: [], active: false });
    expect(first()).toBe("a8");
    void (shown && unmount(shown));
    document.body.replaceChildren();
    open("laying", { sitters: both, viewer: 1, toMove: 1 });
    const tiles = [...document.querySelectorAll('[data-cell^="t"]')];
    expect(tiles.length).toBeGreaterThan(0);
    expect(tiles.every((tile) => Number(tile.getAttribute("x")) < 0)).toBe(true);
    expect([even.far.tileScale, even.far.height]).toEqual([even.near.tileScale, even.near.height]);
  });
});

describe("for those who do not see it", () => {
  it("says what is on every square", () => {
    open("chain");
    expect(document.querySelectorAll("[data-cell]")).toHaveLength(64);
    expect(label("e5")).toMatch(/^e5, dash tile 8, ways out/);
    expect(label("d1")).toBe("d1, crowned colourless pawn, has just arrived");
    expect(label("a1")).toBe("a1, empty");
  });
  it("turns the grid for the player in the north", () => {
    open("chain", { viewer: 1, active: false, legal: [] });
    expect(document.querySelector('[role="gridcell"]')?.getAttribute("data-cell")).toBe("h1");
  });
});

describe("tiles of dots and dashes that differ (BARRIER-5)", () => {
  const { view } = moments.laying;
  const laid = Object.entries(view.tiles).find(([square]) => view.owners[square] === 1) ?? ["", 0];
  const apart = { ...view, dash_arrows: { ...view.arrows, [laid[1]]: ["N", "E", "S"] } } as typeof view;

  it("draws each mark's own arrow", () => {
    open("laying", { view: apart });
    const heads = document.querySelectorAll(`[data-piece="tile-${laid[0]}"] path:not(.light)`);
    expect(heads).toHaveLength(3);
  });
  it("tells each mark's own ways out, however many", () => {
    open("laying", { view: apart });
    expect(label(laid[0])).toContain(`${laid[0]}, dash tile ${laid[1]}, ways out north, east, or south`);
  });
});

/** The board as a player meets it: what clicks and keys send, what is said of it. */
import type { BoardProps } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { face } from "./face";
import found from "./fixtures.json";
import type { Happening, View } from "./view";

type Name = keyof typeof found;
let board: Record<string, unknown> | null = null;

function show(name: Name, change: Partial<BoardProps<View, Happening>> = {}): ReturnType<typeof vi.fn> {
  settings.language = "en";
  const onmove = vi.fn();
  const { view, ...fixture } = found[name];
  const still = { beat: 1, fresh: false, last: null, lit: [], hinted: null, targets: false };
  const props = { ...fixture, ...still, view: view as View, onmove, ...change } as BoardProps<View, Happening>;
  board = mount(Board, { target: document.body, props });
  flushSync();
  return onmove;
}

function one(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(selector);
  return element;
}

function click(cell: string): void {
  one(`[data-cell="${cell}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

function escape(from: Element): void {
  from.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  flushSync();
}

/** Presses one thing and lets go over another. */
function touch(one: Element, other: Element): void {
  one.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  other.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

function press(text: string): void {
  const button = [...document.querySelectorAll("button")].find(
    (b) => (b.textContent.trim() || b.getAttribute("aria-label")) === text,
  );
  if (button === undefined) throw new Error(text);
  button.click();
  flushSync();
}

const labels = (): string[] =>
  [...document.querySelectorAll("[data-cell]")].map((cell) => cell.getAttribute("aria-label") ?? "");
const chosen = (): string[] =>
  [...document.querySelectorAll('[aria-selected="true"]')].map((cell) => cell.getAttribute("data-cell") ?? "");

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true })); // nothing moves
});

afterEach(() => {
  if (board !== null) void unmount(board);
  board = null;
  document.body.innerHTML = "";
});

describe("arranging a row", () => {
  it("swaps two pawns and lays the row out", () => {
    const onmove = show("rows2");
    expect(labels()).toContain("Row of Camille, laid out and still covered");
    click("1");
    click("3");
    press("This is my row");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("row WBBWBBWWWWBB");
  });

  it("takes a ready-made row", () => {
    const onmove = show("rows2");
    click("ready:WWBBWWBBWWBB");
    press("This is my row");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("row WWBBWWBBWWBB");
  });
});

describe("using a card", () => {
  it("marks its places, previews one, plays it", () => {
    const onmove = show("late");
    click("hand:1");
    expect(labels().filter((label) => label.includes("can be given here"))).toHaveLength(5);
    click("8");
    expect(chosen()).toEqual(["7", "8", "hand:1"]);
    expect(document.body.textContent).toContain("Your row afterwards");
    press("Play");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("BW>WBB@7");
  });

  it("plays when the same place is touched again; where places overlap, another pawn may mean another one", () => {
    const onmove = show("late");
    click("hand:1");
    click("7");
    expect(chosen()).toEqual(["6", "7", "8", "hand:1"]);
    click("8");
    expect(chosen()).toEqual(["7", "8", "hand:1"]);
    expect(onmove).not.toHaveBeenCalled();
    click("8");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("BW>WBB@7");
  });

  it("plays at the first touch of the only place, once a small one was touched twice", () => {
    const onmove = show("late");
    click("hand:3");
    one('[data-cell="3"]').dispatchEvent(new MouseEvent("pointerdown", { bubbles: true, button: 0 }));
    click("3"); // by a finger, or so it seems, and smaller than one
    expect(onmove).not.toHaveBeenCalled();
    expect(labels()).toContainEqual(expect.stringMatching(/^Place 3, .*again/));
    click("3");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("WWW>BW@2");
  });

  it("steps through the places of either reading", () => {
    const onmove = show("late");
    click("hand:2");
    press("Next place");
    press("Next place");
    press("Play");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("BBW>BW@6");
  });

  it("asks the house about a card or a place that does not go", () => {
    const onmove = show("late");
    click("hand:0");
    expect(onmove).toHaveBeenLastCalledWith("BB>WWW@5");
    click("hand:1");
    click("4");
    expect(onmove).toHaveBeenLastCalledWith("BW>WBB@4");
    expect(onmove).toHaveBeenCalledTimes(2);
  });

  it("lets go of the card with Escape wherever the focus is, and with a touch of the empty cloth", () => {
    show("late");
    const cloth = one("svg .cloth");
    const putDown: Record<string, () => void> = {
      "Escape on the board": () => escape(one('[data-cell="hand:1"]')),
      "Escape elsewhere": () => escape(document.body),
      "the cloth": () => touch(cloth, cloth),
    };
    for (const [way, act] of Object.entries(putDown)) {
      click("hand:1");
      expect(chosen(), way).toEqual(["hand:1"]);
      act();
      expect(chosen(), way).toEqual([]);
    }
  });

  it("keeps the card that is dropped on a place: the drag ends in a click on what lies around both", () => {
    show("late");
    click("hand:1");
    touch(one('[data-cell="hand:1"]'), one("[role=grid]"));
    expect(chosen()).toEqual(["hand:1"]);
  });

  it("does nothing out of turn", () => {
    const onmove = show("late", { active: false, legal: [] });
    for (const cell of ["hand:1", "8", "pile", "offer"]) click(cell);
    expect(onmove).not.toHaveBeenCalled();
  });
});

describe("other choices", () => {
  it("takes the face-up card or draws", () => {
    const onmove = show("start");
    click("offer");
    click("5");
    press("Play");
    expect(onmove).toHaveBeenLastCalledWith("take WWB>WB@4");
    press("Draw");
    expect(onmove).toHaveBeenLastCalledWith("draw");
  });

  it.each([
    ["by the button", () => press("Leave it face up")],
    ["by a touch of the place of the face-up card", () => click("offer")],
  ])("leaves a card face up %s", (_, leave) => {
    const onmove = show("discard");
    click("hand:2");
    leave();
    expect(onmove).toHaveBeenCalledExactlyOnceWith("discard BW=BWW");
  });

  it("regroups with the partner, only as the house allows", () => {
    const onmove = show("teams");
    press("Regroup…");
    const sheet = one('[role="dialog"]');
    const cards = [...sheet.querySelectorAll<HTMLButtonElement>("[aria-pressed]")];
    const done = [...sheet.querySelectorAll("button")].at(-1);
    expect(done?.disabled).toBe(true);
    cards[0]?.click();
    cards[4]?.click();
    flushSync();
    press("Regroup");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("regroup BW=WWW,WW=BBW,WW=WBB,WW=WWW");
  });
});

describe("words", () => {
  it("say what to do, and moves as people read them", () => {
    settings.language = "fr";
    const ask = (name: Name): string | null =>
      face.ask({
        view: found[name].view as View,
        options: {},
        viewer: found[name].viewer,
        legal: found[name].legal,
        chosen: null,
      });
    expect(ask("start")).toBe("Prenez la carte visible ou piochez.");
    expect(ask("discard")).toContain("laissez-en une visible");
    expect(face.spoken("take WB>BWW@6")).toBe(
      "prend la carte visible\u00a0: blanc-noir contre noir-blanc-blanc, place\u00a06",
    );
  });
});

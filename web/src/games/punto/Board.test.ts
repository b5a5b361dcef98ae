import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BoardProps } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import Board from "./Board.svelte";
import rounds from "./fixtures/rounds.json";
import { placesFor, type View } from "./view";

type Shown = { view: unknown; events: unknown; legal: string[]; last: string | null };
let board: ReturnType<typeof mount> | null = null;
const onmove = vi.fn<(move: string) => void>();

function show(from: Shown, more: Partial<BoardProps<View>> = {}): void {
  const sitters = [0, 1].map((seat) => ({ seat, name: `P${seat}`, side: seat, yours: seat === 0 }));
  const props: BoardProps<View> = {
    view: from.view as View,
    options: rounds.options,
    sitters,
    viewer: 0,
    toMove: (from.view as View).to_move,
    legal: from.legal,
    active: from.legal.length > 0,
    events: from.events as BoardProps["events"],
    beat: 1,
    fresh: false,
    last: from.last,
    lit: [],
    hinted: null,
    targets: false,
    onmove,
    ...more,
  };
  board = mount(Board, { target: document.body, props });
  flushSync();
}

function cell(key: string): SVGElement {
  const found = document.querySelector<SVGElement>(`[data-cell="${key}"]`);
  if (found === null) throw new Error(`no cell ${key}`);
  return found;
}

function press(key: string): void {
  cell(key).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

beforeEach(() => {
  settings.language = "fr";
  onmove.mockClear();
});
afterEach(async () => {
  if (board !== null) await unmount(board);
  document.body.replaceChildren();
});

describe("the board of Punto", () => {
  it("plays the card turned over where it is laid", () => {
    show(rounds.turn);
    const move = rounds.turn.legal[0] ?? "";
    const [card, place] = move.split("@");
    expect(cell(place ?? "").getAttribute("aria-label")).toMatch(/permis$/);
    press(place ?? "");
    expect(onmove).toHaveBeenCalledExactlyOnceWith(`${card}@${place}`);
  });

  it("lets the house refuse a place that is not allowed", () => {
    show(rounds.turn);
    const allowed = placesFor(rounds.turn.legal, null);
    const keys = [...document.querySelectorAll<SVGElement>("[data-cell]")].map(
      (found) => found.dataset["cell"] ?? "",
    );
    const far = keys.find((key) => key.includes(",") && !allowed.has(key)) ?? "";
    expect(cell(far).getAttribute("aria-label")).not.toMatch(/permis$/);
    press(far);
    expect(onmove).toHaveBeenCalledOnce();
    expect(onmove.mock.calls[0]?.[0].endsWith(`@${far}`)).toBe(true);
  });

  it("shows allowed places on demand only", () => {
    show(rounds.turn);
    expect(document.querySelectorAll(".target")).toHaveLength(0);
    void unmount(board ?? {});
    document.body.replaceChildren();
    show(rounds.turn, { targets: true });
    expect(document.querySelectorAll(".target")).toHaveLength(rounds.turn.legal.length);
  });

  it("asks an expert for a card first, or takes the place first", () => {
    const hand = (rounds.expert.view as unknown as View).hands[0] ?? [];
    show(rounds.expert, { options: rounds.expert.options });
    press("0,0");
    expect(onmove).not.toHaveBeenCalled();
    press("hand-1");
    expect(onmove).toHaveBeenCalledExactlyOnceWith(`${hand[1]}@0,0`);
  });

  it("draws nothing of a hand that is hidden", () => {
    const view = rounds.expert.view as unknown as View;
    show(rounds.expert, { options: rounds.expert.options, viewer: 1, legal: [], active: false });
    const hand = (view.hands[1] ?? []).join();
    expect(hand).toBe("?,?");
    expect(document.querySelectorAll(".pips")).toHaveLength(0);
  });
});

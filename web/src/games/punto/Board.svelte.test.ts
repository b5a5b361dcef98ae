import type { BoardProps } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import rounds from "./fixtures.json";
import { placesFor } from "./moves";
import Plate from "./Plate.svelte";
import type { Happening, View } from "./view";

type Shown = { view: unknown; events: unknown; legal: string[]; last: string | null };
let board: ReturnType<typeof mount> | null = null;
const onmove = vi.fn<(move: string) => void>();

/** Mounts the board; what comes back can be changed as the room changes it. */
function show(from: Shown, more: Partial<BoardProps<View, Happening>> = {}): BoardProps<View, Happening> {
  const sitters = [0, 1].map((seat) => ({ seat, name: `P${seat}`, side: seat, yours: seat === 0 }));
  const props = $state<BoardProps<View, Happening>>({
    view: from.view as View,
    options: rounds.options,
    sitters,
    viewer: 0,
    toMove: (from.view as View).to_move,
    legal: from.legal,
    active: from.legal.length > 0,
    events: from.events as Happening[],
    beat: 1,
    fresh: false,
    last: from.last,
    lit: [],
    hinted: null,
    targets: false,
    onmove,
    ...more,
  });
  board = mount(Board, { target: document.body, props });
  flushSync();
  return props;
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
  // Readers who asked for stillness: nothing of what follows may depend on an animation.
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  onmove.mockClear();
});
afterEach(async () => {
  if (board !== null) await unmount(board);
  document.body.replaceChildren();
});

describe("the board of Punto", () => {
  it("says whose the colours beside it are, where several share the screen", async () => {
    show(rounds.turn);
    expect(document.body.textContent).toMatch(/(votre|vos)\scouleur/);
    if (board !== null) await unmount(board);
    const sitters = ["Ann", "Maximilienne\u00a02"].map((name, seat) => ({ seat, name, side: seat, yours: true }));
    show(rounds.turn, { sitters, viewer: 1 });
    expect(document.body.textContent).not.toMatch(/(votre|vos)\scouleur/);
    expect(document.body.textContent).toContain("Maximilie…\u00a02");
  });

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
    const keys = [...document.querySelectorAll<SVGElement>("[data-cell]")].map((found) => found.dataset["cell"] ?? "");
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

  it("keeps a finished round in sight until one goes on, then clears the cloth", () => {
    const props = show(rounds.before, { viewer: 0, legal: [], active: false });
    const lying = document.querySelectorAll(".lies").length;
    const { view, events, last, legal } = rounds.ended as unknown as Shown;
    const news = { view: view as View, events: events as BoardProps["events"], last, legal };
    Object.assign(props, { ...news, beat: 2, fresh: true, toMove: 0, active: true });
    flushSync();
    expect(document.querySelectorAll(".lies")).toHaveLength(lying + 1);
    expect(document.querySelectorAll(".under")).toHaveLength(5);
    expect(document.body.textContent).toContain("P1 gagne la manche.");
    press("0,0");
    expect(onmove).not.toHaveBeenCalled();
    expect(document.querySelectorAll(".under")).toHaveLength(0);
    press("0,0");
    expect(onmove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it("shows the finished round also to whoever comes while the others look", () => {
    const pause = { left: 4, ours: true, names: [] };
    const props = show(rounds.ended as unknown as Shown, { pause, active: false });
    expect(document.querySelectorAll(".lies")).toHaveLength(0);
    props.before = rounds.before.view as unknown as View;
    flushSync();
    expect(document.querySelectorAll(".under")).toHaveLength(5);
    expect(document.body.textContent).toContain("P1 gagne la manche.");
    Object.assign(props, { pause: null, before: null });
    flushSync();
    expect(document.querySelectorAll(".under")).toHaveLength(0);
  });

  it("shows nothing of the next deal on a plate while everybody looks", () => {
    const view = rounds.turn.view as unknown as View;
    const seat = view.hands.findIndex((hand) => hand.length > 0);
    const sitter = { seat, name: "P0", side: seat, yours: true };
    const props = $state({ view, options: rounds.options, sitter, paused: true });
    board = mount(Plate, { target: document.body, props });
    flushSync();
    expect(document.querySelectorAll(".slot svg")).toHaveLength(0);
    props.paused = false;
    flushSync();
    expect(document.querySelectorAll(".slot svg")).toHaveLength(1);
  });

  it("lights the cells of a refusal and shakes the one that was touched", () => {
    const props = show(rounds.turn);
    const [taken = ""] = Object.keys((rounds.turn.view as unknown as View).board);
    press(taken);
    props.lit = [taken];
    flushSync();
    expect(document.querySelectorAll(".lit.touched")).toHaveLength(1);
    expect(document.querySelectorAll(".shaken")).toHaveLength(1);
  });

  it("keeps a secret hand face down on the plate, even to its owner", () => {
    const view = rounds.expert.view as unknown as View;
    const sitter = { seat: 0, name: "P0", side: 0, yours: true };
    const props = { view, options: rounds.expert.options, sitter };
    board = mount(Plate, { target: document.body, props });
    flushSync();
    expect(document.querySelectorAll(".pips")).toHaveLength(0);
    expect(document.body.textContent).toMatch(/En main\s: 2/);
  });

  it("draws nothing of a hand that is hidden", () => {
    const view = rounds.expert.view as unknown as View;
    show(rounds.expert, { options: rounds.expert.options, viewer: 1, legal: [], active: false });
    const hand = (view.hands[1] ?? []).join();
    expect(hand).toBe("?,?");
    expect(document.querySelectorAll(".pips")).toHaveLength(0);
  });
});

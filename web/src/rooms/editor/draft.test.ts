import { Refused } from "$lib/api/client";
import type { GameShown, PositionChecked } from "$lib/api/wire";
import type { Editor, Position, Setting } from "$lib/board/editor";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Draft, isDrawable, Odd, RUBBER } from "./draft.svelte";

/** A game of beads on three places. */
const editor = {
  spots: ({ beads }: { beads: Record<string, string> }) => [
    ["a", "b", "c"].map((key) => ({ key, pieces: beads[key] === undefined ? [] : [beads[key]] })),
  ],
  trays: () => [],
  stock: () => [{ title: "beads", stock: [{ piece: "x" }, { piece: "o" }] }],
  entries: () => [],
  nameOf: (piece: string) => piece,
  put: (position: { beads: object }, piece: string, at: string) => ({ beads: { ...position.beads, [at]: piece } }),
  take: ({ beads }: { beads: Record<string, string> }, at: string) => ({
    beads: Object.fromEntries(Object.entries(beads).filter(([key]) => key !== at)),
  }),
  clear: () => ({ beads: {} }),
} as unknown as Editor;
const game = {
  key: "beads",
  name: { fr: "", en: "" },
  players: [2],
  options: { properties: {} },
} as unknown as GameShown;
const opening = { beads: { a: "x" } };
const checked = (position: Position | null, wrong: string | null): PositionChecked =>
  ({
    position,
    wrong: wrong === null ? null : { text: { fr: wrong, en: wrong }, rule: null, cells: ["a"] },
    teams: [[0], [1]],
    view: {},
  }) as unknown as PositionChecked;
const asked = vi.fn<(position: Position | null) => PositionChecked>();

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  asked.mockImplementation((position) => checked(position ?? opening, null));
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) =>
    Promise.resolve(Response.json(asked((JSON.parse(body) as { position: Position | null }).position))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begun(): Promise<Draft> {
  const draft = new Draft(game, editor);
  await draft.begin();
  await vi.advanceTimersByTimeAsync(300);
  return draft;
}

it("moves a piece, puts one of the box, takes one away, and goes back and forth", async () => {
  const draft = await begun();
  draft.touch("a");
  draft.touch("b");
  expect(draft.position).toEqual({ beads: { b: "x" } });
  draft.choose("o");
  draft.touch("c");
  draft.choose(RUBBER);
  draft.touch("b");
  expect(draft.position).toEqual({ beads: { c: "o" } });
  draft.undo();
  draft.undo();
  draft.undo();
  expect(draft.position).toEqual(opening);
  expect(draft.canUndo).toBe(false);
  draft.redo();
  expect(draft.position).toEqual({ beads: { b: "x" } });
  draft.clear();
  expect(draft.canRedo).toBe(false);
});

it("asks the house once nothing has changed for a moment, and shows where to look", async () => {
  const draft = await begun();
  asked.mockClear();
  asked.mockImplementation((position) => checked(position, "too many"));
  draft.put("o", "b");
  draft.put("o", "c");
  await vi.advanceTimersByTimeAsync(300);
  expect(asked.mock.calls).toEqual([[{ beads: { a: "x", b: "o", c: "o" } }]]);
  expect(draft.lit).toEqual(["a"]);
});

it("does not take over rules that the house refuses", async () => {
  const draft = await begun();
  const before = draft.options;
  const refusal = { code: "option/bad", text: { fr: "non", en: "no" }, message: "no" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 422 })));
  await expect(draft.begin({ options: { nonsense: "banana" }, position: opening })).rejects.toThrow(Refused);
  expect(draft.options).toEqual(before);
  expect(draft.position).toEqual(opening);
});

it("does not show what it cannot draw, and tells what the house thinks of it", async () => {
  const draft = await begun();
  asked.mockImplementation((position) => checked(position ?? opening, position === null ? null : "no beads"));
  await expect(draft.begin({ position: { beads: { a: "?" } } })).rejects.toThrow(new Odd("no beads"));
  await expect(draft.begin({ position: {} })).rejects.toThrow(Odd);
  expect(draft.position).toEqual(opening);
  const setting = {} as Setting;
  expect(isDrawable(editor, { beads: { b: "o" } }, opening, setting)).toBe(true);
});

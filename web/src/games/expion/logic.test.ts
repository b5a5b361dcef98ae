/** Geometry, moves, marbles and words, on positions that the engine played. */
import { describe, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import { face } from "./face";
import { NAMES, beyond, campOf, layoutOf, linesOf, place, rowsOf, slotOf, turnFor } from "./geometry";
import found from "./fixtures.json";
import { labelOf } from "./labels";
import { settle } from "./marbles";
import { movableOf, targetsOf, wayOf } from "./moves";
import { trailOf } from "./told";
import { isOut, left, type View } from "./view";

const before = found.captured.before as View;
const after = found.captured.after as View;
const four = found.pushed.before as View;

describe("geometry", () => {
  it("has 77 cells, each at a place of its own however the board is turned", () => {
    expect(NAMES).toHaveLength(77);
    for (const turn of [0, 1, 2, 3]) {
      const places = new Set(NAMES.map((name) => JSON.stringify(place(name, turn))));
      expect(places.size).toBe(77);
      expect(rowsOf(turn).flat()).toHaveLength(77);
    }
  });

  it("turns a player's camp to the bottom, and keeps north up for who has the south", () => {
    const bottoms = [0, 1, 2, 3].map((seat) => rowsOf(turnFor(four.owners, seat))[8]?.map(campOf)[0]);
    expect(bottoms).toEqual(["n", "e", "s", "w"]);
    expect(turnFor(before.owners, 0)).toBe(0);
    expect(turnFor(before.owners, 1)).toBe(1);
    expect(turnFor(before.owners, null)).toBe(0);
  });

  it("names the lines as they lie", () => {
    expect(linesOf(0).below.join("")).toBe("abcdefghi");
    expect(linesOf(0).left.join("")).toBe("987654321");
    expect(linesOf(2).below.join("")).toBe("ihgfedcba");
    expect(linesOf(1).below.join("")).toBe("123456789");
    expect(linesOf(1).left.join("")).toBe("abcdefghi");
  });

  it("goes straight on", () => {
    expect(beyond("e6", "e5")).toBe("e4");
    expect(beyond("g5", "h5")).toBe("i5");
    expect(beyond("h9", "i9")).toBeNull();
  });

  it("lays captured marbles on their captors' rail", () => {
    const tall = layoutOf(false);
    const wide = layoutOf(true);
    expect(slotOf("e", 0, 0, tall).y).toBeGreaterThan(900);
    expect(slotOf("n", 0, 0, tall).y).toBeLessThan(0);
    expect(slotOf("n", 0, 1, tall).y).toBeGreaterThan(900);
    expect(slotOf("e", 0, 0, wide).x).toBeGreaterThan(900);
    for (const layout of [tall, wide]) {
      const slots = (["e", "w"] as const).flatMap((letter) =>
        [0, 1, 2, 3, 4, 5, 6].map((slot) => slotOf(letter, slot, 0, layout)),
      );
      expect(new Set(slots.map(({ x, y }) => `${x} ${y}`)).size).toBe(14);
      const { x, y, width, height } = layout.rails[1];
      for (const slot of slots) {
        expect(slot.x > x && slot.x < x + width).toBe(true);
        expect(slot.y > y && slot.y < y + height).toBe(true);
      }
    }
  });
});

describe("moves", () => {
  it("reads ways and nothing else", () => {
    expect(wayOf("e9-e7")).toEqual({ from: "e9", to: "e7" });
    expect(wayOf("pass")).toBeNull();
    expect(wayOf("e9-e77")).toBeNull();
    expect(wayOf(null)).toBeNull();
  });

  it("takes targets from the legal moves", () => {
    expect([...targetsOf(found.captured.legal, "b9")].sort()).toEqual(["b6", "b7", "b8"]);
    expect(targetsOf(found.captured.legal, "c9").size).toBe(0);
    expect(movableOf(found.captured.legal).has("c9")).toBe(false);
    expect(movableOf(["pass"]).size).toBe(0);
  });
});

describe("marbles", () => {
  it("keep their names as they move, and roll to the rail when captured", () => {
    const one = settle([], before);
    const two = settle(one, after);
    const name = (list: typeof one, cell: string): string | undefined =>
      list.find((marble) => marble.cell === cell)?.id;
    expect(one.filter((marble) => marble.cell !== null)).toHaveLength(28);
    expect(name(two, "b8")).toBe(name(one, "b9"));
    expect(name(two, "e3")).toBe(name(one, "e3"));
    const captured = two.filter((marble) => marble.cell === null);
    expect(captured).toMatchObject([{ id: name(one, "c8"), slot: 0, lost: "c8" }]);
    expect(settle(two, after).find((marble) => marble.cell === null)?.lost).toBeNull();
  });

  it("come back from the rail when a move is taken back", () => {
    const one = settle([], before);
    const back = settle(settle(one, after), before);
    expect(back.map(({ id, cell }) => [id, cell])).toEqual(one.map(({ id, cell }) => [id, cell]));
  });

  it("keep their places on the rail as others join", () => {
    const without = (...gone: string[]): View["marbles"] =>
      Object.fromEntries(Object.entries(before.marbles).filter(([cell]) => !gone.includes(cell)));
    const one = settle(settle([], before), { ...before, marbles: without("c8") });
    const two = settle(one, { ...before, marbles: without("c8", "a2") });
    const slots = two.filter((marble) => marble.cell === null).map(({ id, slot }) => [slot, id]);
    expect(slots.sort()[0]?.[1]).toBe(one.find((marble) => marble.cell === null)?.id);
    expect(slots).toHaveLength(2);
  });

  it("are counted by colour", () => {
    expect(left(after, "w")).toBe(6);
    expect(isOut(after, "w")).toBe(false);
    expect(isOut({ ...four, marbles: { e5: "n" } }, "w")).toBe(true);
  });
});

describe("what is told", () => {
  it("marks the last move, its push and its captures", () => {
    expect(trailOf(found.captured.events, "b9-b8")?.captures).toEqual([
      { letter: "w", at: "c8", between: ["b8", "d8"] },
    ]);
    expect(trailOf(found.pushed.events, found.pushed.move)?.pushed).toBe("e6");
    const bare = { from: "a2", to: "b2", pushed: null, captures: [], spared: [] };
    expect(trailOf(found.pushed.events, "a2-b2")).toEqual(bare);
    expect(trailOf([], "a2-b2")).toEqual(bare);
    expect(trailOf(found.pushed.events, "pass")).toBeNull();
    expect(trailOf([], null)).toBeNull();
  });

  it("says every cell in words, in both languages", () => {
    settings.language = "fr";
    expect(labelOf(before, "d6", null, new Set())).toBe("d6 : case spéciale, vide");
    expect(labelOf(before, "e3", null, new Set())).toBe("e3 : bille d’Est");
    expect(labelOf(four, "e5", "e4", new Set(["e5"]))).toBe("e5 : l’Ex*pion, on peut le pousser en e6");
    settings.language = "en";
    expect(labelOf(before, "b9", "b9", new Set())).toBe("b9: marble of North, in its camp, chosen");
  });

  it("asks for a move or a pass", () => {
    settings.language = "fr";
    const asked = (view: View, viewer: number | null, legal: string[]): string | null =>
      face.ask({ view, options: {}, viewer, legal, chosen: null });
    expect(asked(before, 0, found.captured.legal)).toBe("Déplacez une bille de Nord ou de Sud.");
    expect(asked(four, 2, found.pushed.legal)).toBe("Déplacez une bille de Sud.");
    expect(asked(four, 2, ["pass"])).toContain("passez");
    expect(asked(four, null, [])).toBeNull();
    expect(face.spoken("e9-e7")).toBe("e9 → e7");
    expect(face.spoken("pass")).toBe("passe");
    expect(face.marks(four, 1, {}).map((mark) => mark.letter)).toEqual(["E", "O"]);
    expect(face.marks(four, 1, {}, 3).map((mark) => mark.letter)).toEqual(["O"]);
  });
});

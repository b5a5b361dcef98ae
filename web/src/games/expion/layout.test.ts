/** Where things are in the picture, on positions that the engine played. */
import { describe, expect, it } from "vitest";
import found from "./fixtures.json";
import { beyond, campOf, layoutOf, linesOf, NAMES, place, rowsOf, slotOf, turnFor } from "./layout";
import type { View } from "./view";

const before = found.captured.before as View;
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

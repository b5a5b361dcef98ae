import { describe, expect, it } from "vitest";
import { find, walk, type Cell } from "./cells";

/** Cells of one unit at these places. */
const row = (y: number, ...places: number[]): Cell[] =>
  places.map((x) => ({ key: `${x},${y}`, x, y, width: 1, height: 1, label: "" }));

/** The middle row has a gap where the others have a cell, as a board with hollows left out. */
const rows = [row(0, 0, 1, 2, 3), row(1, 0, 3), row(2, 1, 2)];
const at = (key: string): { row: number; column: number } => find(rows, key) ?? { row: -1, column: -1 };
const to = (from: string, key: string): string | undefined => {
  const spot = walk(rows, at(from), key);
  return spot === null ? undefined : rows[spot.row]?.[spot.column]?.key;
};

describe("arrow keys", () => {
  it.each([
    ["1,0", "ArrowRight", "2,0"],
    ["1,0", "ArrowLeft", "0,0"],
    ["0,0", "ArrowLeft", "0,0"],
    ["3,0", "ArrowRight", "3,0"],
    ["0,1", "ArrowRight", "3,1"],
    ["3,0", "ArrowUp", "3,0"],
    ["1,2", "ArrowDown", "1,2"],
    ["3,0", "ArrowDown", "3,1"],
    ["1,0", "ArrowDown", "0,1"],
    ["2,0", "ArrowDown", "3,1"],
    ["3,1", "ArrowDown", "2,2"],
    ["2,0", "Home", "0,0"],
    ["0,1", "End", "3,1"],
  ])("from %s %s leads to %s", (from, key, there) => expect(to(from, key)).toBe(there));

  it("are told from other keys", () => expect(walk(rows, at("0,0"), "a")).toBeNull());
});

describe("a cell", () => {
  it("is found by its name, or is not there", () => {
    expect(find(rows, "3,1")).toEqual({ row: 1, column: 1 });
    expect(find(rows, "9,9")).toBeNull();
  });
});

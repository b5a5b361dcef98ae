import { describe, expect, it } from "vitest";
import { layoutOf, topsOf, UNIT } from "./layout";
import { madeBy, movesBy, nextBy, unplaced, writtenLike } from "./moves";
import type { Piece, Place } from "./view";

const TOUCHES = {
  "a7-a6": ["a7", "a6"],
  a7xb6: ["a7", "b6"],
  c3xe5: ["c3", "e5"],
  c3xe5xg5: ["c3", "e5", "g5"],
  pass: [],
};
const LEGAL = Object.keys(TOUCHES);

describe("touched cells", () => {
  it("lead from one to the next", () => {
    expect([...nextBy(LEGAL, TOUCHES, [])]).toEqual(["a7", "c3"]);
    expect([...nextBy(LEGAL, TOUCHES, ["a7"])]).toEqual(["a6", "b6"]);
    expect([...nextBy(LEGAL, TOUCHES, ["c3", "e5"])]).toEqual(["g5"]);
    expect([...nextBy(LEGAL, TOUCHES, ["h1"])]).toEqual([]);
  });

  it("make a move that may also go on", () => {
    expect(madeBy(LEGAL, TOUCHES, ["c3", "e5"])).toEqual(["c3xe5"]);
    expect(movesBy(LEGAL, TOUCHES, ["c3", "e5"])).toEqual(["c3xe5", "c3xe5xg5"]);
    expect(madeBy(LEGAL, TOUCHES, [])).toEqual([]);
  });

  it("are not needed by every move", () => {
    expect(unplaced(LEGAL, TOUCHES)).toEqual(["pass"]);
    expect(unplaced(["toss"], TOUCHES)).toEqual(["toss"]);
  });

  it("are written after the example of a legal move, so that the house can refuse them", () => {
    expect(writtenLike(LEGAL, TOUCHES, ["a7", "h1"])).toBe("a7-h1");
    expect(writtenLike(LEGAL, TOUCHES, ["a7", "b6", "c5"])).toBe("a7xb6xc5");
    expect(writtenLike(LEGAL, TOUCHES, ["a7"])).toBeNull();
    expect(writtenLike(["d"], { d: ["d1"] }, ["a1"])).toBeNull();
  });
});

describe("the picture", () => {
  const cell = (id: string, x: number, y: number): Place => ({
    ...{ id, x, y, ground: "light", round: false, label: "", name: null },
  });
  const cells = [cell("a2", 0, 0), cell("b2", 1, 0), cell("a1", 0, 1), cell("b1", 1, 1)];
  const edges = [
    { x: -0.8, y: 1, text: "1" },
    { x: 1, y: 1.8, text: "b" },
  ];

  it("has the cells in rows, from the top", () => {
    const rows = layoutOf({ cells, edges }, false).rows;
    expect(rows.map((row) => row.map(({ id }) => id))).toEqual([
      ["a2", "b2"],
      ["a1", "b1"],
    ]);
  });

  it("is turned half round for whoever sits at the top, names stay where they are read", () => {
    const { rows, at, beside } = layoutOf({ cells, edges }, true);
    expect(rows.map((row) => row.map(({ id }) => id))).toEqual([
      ["b1", "a1"],
      ["b2", "a2"],
    ]);
    expect(at({ x: 0, y: 1 })).toEqual({ x: UNIT, y: 0 });
    expect(beside({ x: -0.8, y: 1 })).toEqual({ x: -0.8 * UNIT, y: 0 });
    expect(beside({ x: 1, y: 1.8 })).toEqual({ x: 0, y: 1.8 * UNIT });
  });

  it("holds everything", () => {
    const { box } = layoutOf({ cells, edges }, false);
    expect(box.x).toBeLessThan(-0.8 * UNIT);
    expect(box.y + box.height).toBeGreaterThan(1.8 * UNIT);
  });

  it("knows what lies on top", () => {
    const piece = (level: number): Piece => ({
      cell: "a1",
      mark: { colour: "red", shape: "circle", letter: "r" },
      name: { fr: "carte", en: "card" },
      ...{ side: 0, label: "", level, ring: false },
    });
    expect(topsOf([piece(0), piece(2), piece(1)]).get("a1")).toBe(2);
  });
});

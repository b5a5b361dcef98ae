import { describe, expect, it } from "vitest";
import { behind, between, mayStop, meant, movable, nextCells, readMove, squaresFor } from "./moves";

const LEGAL = ["c3-d4", "c3xe5", "c3xe5xg5", "c3xe5xe7", "c3xa5", "g1-g2"];

describe("reading moves", () => {
  it("knows the three kinds", () => {
    expect(readMove("3@a4")).toEqual({ kind: "lay", tile: 3, at: "a4" });
    expect(readMove("c3-d4")).toEqual({ kind: "step", path: ["c3", "d4"] });
    expect(readMove("c3xe5xg5")).toEqual({ kind: "jump", path: ["c3", "e5", "g5"] });
  });
  it("takes nothing else for a move", () => {
    for (const text of ["", "9@a4", "c3", "c3-i4", "c3-d4-e5", "starts 1", "c3xe5-"]) expect(readMove(text)).toBeNull();
  });
});

describe("what can be done next", () => {
  it("offers steps and jumps of the chosen pawn alone", () => {
    expect([...nextCells(LEGAL, ["c3"])]).toEqual([
      ["d4", "step"],
      ["e5", "jump"],
      ["a5", "jump"],
    ]);
    expect(nextCells(LEGAL, ["g1"])).toEqual(new Map([["g2", "step"]]));
    expect(nextCells(LEGAL, ["h8"]).size).toBe(0);
  });
  it("goes on along a chain, and never after a step", () => {
    expect([...nextCells(LEGAL, ["c3", "e5"]).keys()]).toEqual(["g5", "e7"]);
    expect(nextCells(LEGAL, ["c3", "d4"]).size).toBe(0);
  });
  it("stops a chain only where that is legal", () => {
    expect(mayStop(LEGAL, ["c3", "e5"])).toBe(true);
    expect(mayStop(["c3xe5xg5"], ["c3", "e5"])).toBe(false);
    expect(mayStop(LEGAL, ["c3"])).toBe(false);
  });
  it("finds the pawns that move, and the squares for a tile", () => {
    expect([...movable(LEGAL)]).toEqual(["c3", "g1"]);
    const laying = ["1@a4", "1@c4", "2@c4"];
    expect([...squaresFor(laying, 2)]).toEqual(["c4"]);
    expect([...squaresFor(laying, null)]).toEqual(["a4", "c4"]);
    expect(movable(laying).size).toBe(0);
  });
});

describe("what a touch means", () => {
  const pawns: Record<string, "own" | "other"> = { c3: "own", b4: "own", d4: "other", h4: "other", g4: "own" };
  const held = (cell: string): "own" | "other" | null => pawns[cell] ?? null;

  it("is a step to an empty square, however far", () => {
    expect(meant(["c3"], "c4", held)).toBe("c3-c4");
    expect(meant(["c3"], "h8", held)).toBe("c3-h8");
    expect(meant(["c3"], "c5", held)).toBe("c3-c5");
  });
  it("is a jump over any pawn between", () => {
    expect(meant(["c3"], "e5", held)).toBe("c3xe5");
    expect(meant(["c3"], "a5", held)).toBe("c3xa5");
  });
  it("is a jump over the other's pawn that was touched, where there is a square behind it", () => {
    expect(meant(["c3"], "d4", held)).toBe("c3xe5");
    expect(meant(["g4"], "h4", held)).toBe("g4-h4");
  });
  it("is always a jump within a chain", () => {
    expect(meant(["c3", "e5"], "e6", held)).toBe("c3xe5xe6");
  });
});

it("finds the square between two, and the one behind a neighbour", () => {
  expect(between("c3", "e5")).toBe("d4");
  expect(between("c3", "c1")).toBe("c2");
  expect(between("c3", "d5")).toBeNull();
  expect(between("c3", "c3")).toBeNull();
  expect(behind("c3", "d4")).toBe("e5");
  expect(behind("b2", "a1")).toBeNull();
  expect(behind("c3", "f6")).toBeNull();
});

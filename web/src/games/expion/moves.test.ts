/** Moves and what they left to see, on positions that the engine played. */
import { describe, expect, it } from "vitest";
import found from "./fixtures.json";
import type { Happening } from "./view";
import { movableOf, readMove, targetsOf, trailOf } from "./moves";

describe("moves", () => {
  it("reads ways and nothing else", () => {
    expect(readMove("e9-e7")).toEqual({ from: "e9", to: "e7" });
    expect(readMove("pass")).toBeNull();
    expect(readMove("e9-e77")).toBeNull();
    expect(readMove(null)).toBeNull();
  });

  it("takes targets from the legal moves", () => {
    expect([...targetsOf(found.captured.legal, "b9")].sort()).toEqual(["b6", "b7", "b8"]);
    expect(targetsOf(found.captured.legal, "c9").size).toBe(0);
    expect(movableOf(found.captured.legal).has("c9")).toBe(false);
    expect(movableOf(["pass"]).size).toBe(0);
  });
});

describe("what is told", () => {
  const captured = found.captured.events as Happening[];
  const pushed = found.pushed.events as Happening[];

  it("marks the last move, its push and its captures", () => {
    expect(trailOf(captured, "b9-b8")?.captures).toEqual([{ letter: "w", at: "c8", between: ["b8", "d8"] }]);
    expect(trailOf(pushed, found.pushed.move)?.pushed).toBe("e6");
    const bare = { from: "a2", to: "b2", pushed: null, captures: [], spared: [] };
    expect(trailOf(pushed, "a2-b2")).toEqual(bare);
    expect(trailOf([], "a2-b2")).toEqual(bare);
    expect(trailOf(pushed, "pass")).toBeNull();
    expect(trailOf([], null)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { addressOf, nextOf, pause, stepForKey, within } from "./steps";

const range = { first: 3, last: 12 };

describe("steps", () => {
  it("stay between the first that was told and the last", () => {
    expect([-1, 3, 7, 40].map((step) => within(step, range))).toEqual([3, 3, 7, 12]);
    expect(within(5, { first: 0, last: 0 })).toBe(0);
  });

  it("follow the keys and stop at both ends", () => {
    expect(stepForKey("ArrowRight", 11, range)).toBe(12);
    expect(stepForKey("ArrowRight", 12, range)).toBe(12);
    expect(stepForKey("ArrowLeft", 3, range)).toBe(3);
    expect(stepForKey("Home", 9, range)).toBe(3);
    expect(stepForKey("End", 9, range)).toBe(12);
    expect(stepForKey("a", 9, range)).toBeNull();
  });

  it("lead from mistake to mistake", () => {
    const mistakes = [8, 2, 5];
    expect(nextOf(mistakes, 2, 1)).toBe(5);
    expect(nextOf(mistakes, 8, 1)).toBeNull();
    expect(nextOf(mistakes, 8, -1)).toBe(5);
    expect(nextOf(mistakes, 2, -1)).toBeNull();
  });

  it("stay longer in sight where more is told, but not for ever", () => {
    expect(pause(0)).toBe(1000);
    expect(pause(2)).toBe(1000);
    expect(pause(3)).toBeGreaterThan(pause(2));
    expect(pause(100)).toBe(3000);
  });

  it("have an address of their own", () => {
    expect(addressOf("a/b", 7)).toBe("/replay/a%2Fb?step=7");
  });
});

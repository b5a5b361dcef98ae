import { describe, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import { endingOf } from "./analysis-words";

describe("an end that is proven", () => {
  it("is told in moves", () => {
    settings.language = "en";
    expect(endingOf({ ending: { won: true, moves: 1 } })).toBe("Proven win in 1 move.");
    expect(endingOf({ ending: { won: false, moves: 3 } })).toBe("Proven loss in 3 moves.");
    settings.language = "fr";
    expect(endingOf({ ending: { won: true, moves: 3 } })).toBe("Gain prouvé en 3 coups.");
  });
  it("is not told where there is none, nor by analyses of earlier days", () => {
    expect(endingOf({ ending: null })).toBe("");
    expect(endingOf({})).toBe("");
    expect(endingOf(undefined)).toBe("");
  });
});

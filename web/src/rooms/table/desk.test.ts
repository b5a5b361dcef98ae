import { describe, expect, it } from "vitest";
import type { Result } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import { clockText, won } from "./desk.svelte";

describe("a clock", () => {
  it.each([
    [-40, "0:00"],
    [0, "0:00"],
    [1, "0.1"],
    [9_900, "9.9"],
    [9_901, "0:10"],
    [10_000, "0:10"],
    [59_001, "1:00"],
    [247_000, "4:07"],
    [3_599_001, "1:00:00"],
    [3_661_000, "1:01:01"],
  ])("with %i ms left shows %s", (ms, text) => {
    settings.language = "en";
    expect(clockText(ms)).toBe(text);
  });

  it("has a comma in French", () => {
    settings.language = "fr";
    expect(clockText(4_500)).toBe("4,5");
  });
});

describe("a result", () => {
  const result = { winners: [1, 3] } as unknown as Result;

  it("is a victory of whoever shares a winning seat", () => {
    expect(won(result, [0, 3])).toBe(true);
    expect(won(result, [0, 2])).toBe(false);
    expect(won(result, [])).toBe(false);
  });
});

import { describe, expect, it, vi } from "vitest";
import type { Result } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import type { Face } from "$lib/board/face";
import type { LiveTable } from "$lib/live/table.svelte";
import { clockText, Desk, won } from "./desk.svelte";

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

describe("a move", () => {
  it.each([
    ["around a screen where something is hidden", [0, 1], true, 1],
    ["around a screen where nothing is", [0, 1], undefined, 0],
    ["at a screen of one's own", [0], true, 0],
  ])("%s is seen before the screen is covered: %j %s", async (_, yours, hides, lingered) => {
    const order = { result: {} };
    const table = {
      furniture: { status: "playing", yours, seats: [], pause: null },
      position: { to_move: 0, hides, legal: [], plies: 0 },
      play: vi.fn().mockResolvedValue(order),
      linger: vi.fn().mockResolvedValue(undefined),
    };
    const desk = new Desk(table as unknown as LiveTable, {} as Face);
    if (yours.length > 1) desk.table.refusal = null;
    desk.uncover();
    await desk.play("a1");
    expect(table.play).toHaveBeenCalledExactlyOnceWith("a1");
    expect(table.linger).toHaveBeenCalledTimes(lingered);
  });
});

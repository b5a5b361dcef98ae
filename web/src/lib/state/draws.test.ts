import { describe, expect, it } from "vitest";
import type { GameShown } from "../api/wire";
import { drawsIn } from "./draws";

function game(draws: string, values: object = {}): GameShown {
  return { draws, options: { properties: { first: { draws: values } } } } as unknown as GameShown;
}

describe("when chance draws", () => {
  it("is as usual with the usual options, and as a value has it", () => {
    const lots = game("never", { random: "start" });
    expect(drawsIn(lots, { first: 0 })).toBe("never");
    expect(drawsIn(lots, { first: "random" })).toBe("start");
  });

  it("is whatever may be in a game that is not known yet", () => {
    expect(drawsIn(undefined, {})).toBe("play");
    expect(drawsIn(game("play"), {})).toBe("play");
  });
});

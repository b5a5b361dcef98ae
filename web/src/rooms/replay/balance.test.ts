import { describe, expect, it } from "vitest";
import type { AnalysisShown } from "$lib/api/wire";
import { balances, points } from "./balance";

const move = (luck: number, skill: number, rest: number): AnalysisShown["moves"][number] => ({
  number: 1,
  seat: 0,
  side: 0,
  move: "a",
  forced: false,
  mark: null,
  before: [],
  after: [],
  then: [],
  luck: [luck, -luck],
  skill: [skill, -skill],
  rest: [rest, -rest],
  other: null,
  why: null,
  why_of_another: null,
  loss: null,
});

function analysis(values: number[][], moves: AnalysisShown["moves"]): AnalysisShown {
  return {
    format: 1,
    game: "",
    teams: [[0], [1]],
    result: null,
    complete: true,
    budget: { simulations: 1, seconds: null },
    seed: "",
    values,
    moves,
    seats: [],
  };
}

describe("the balance of a match", () => {
  it("adds up to the last chances", () => {
    const values = [
      [0.5, 0.5],
      [0.75, 0.25],
      [0.625, 0.375],
    ];
    const [one, two] = balances(analysis(values, [move(0.25, 0, 0), move(0, -0.25, 0.125)]));
    expect(one).toEqual({ side: 0, start: 0.5, luck: 0.25, skill: -0.25, rest: 0.125, end: null, last: 0.625 });
    expect((two?.start ?? 0) + (two?.luck ?? 0) + (two?.skill ?? 0) + (two?.rest ?? 0)).toBe(two?.last);
  });

  it("says what a resignation changed", () => {
    const [one] = balances(
      analysis(
        [
          [0.5, 0.5],
          [0.25, 0.75],
          [0, 1],
        ],
        [move(-0.25, 0, 0)],
      ),
    );
    expect(one?.end).toBe(-0.25);
  });

  it("writes points with their sign", () => {
    expect([0.123, -0.031, 0.001, -0.001].map((share) => points(share, "en"))).toEqual(["+12", "−3", "0", "0"]);
  });
});

import { describe, expect, it } from "vitest";
import { bands, lanes, orderOf, stepAt, ticks, xOf } from "./chart";

const frame = { left: 10, right: 110, top: 0, bottom: 100 };

describe("the chart", () => {
  it("spreads the steps over its width and finds them again", () => {
    for (let step = 0; step <= 7; step += 1) expect(stepAt(xOf(step, 7, frame), 7, frame)).toBe(step);
    expect(xOf(0, 7, frame)).toBe(10);
    expect(xOf(7, 7, frame)).toBe(110);
    expect(stepAt(-50, 7, frame)).toBe(0);
    expect(stepAt(500, 7, frame)).toBe(7);
  });

  it("has a place for a match without moves", () => {
    expect(xOf(0, 0, frame)).toBe(10);
    expect(stepAt(60, 0, frame)).toBe(0);
  });

  it("lays the bands upon each other, the first of the order lowest", () => {
    const [low, high] = bands(
      [
        [0.25, 0.75],
        [0.5, 0.5],
      ],
      [1, 0],
      frame,
    );
    expect(low).toMatchObject({ side: 1, area: "M10 25L110 50L110 100L10 100Z", edge: "M10 25L110 50" });
    expect(high).toMatchObject({ side: 0, area: "M10 0L110 0L110 50L10 25Z" });
  });

  it("writes a letter where a band is broadest, and nowhere if it is too thin", () => {
    const values = [
      [0.5, 0.5],
      [0.9, 0.1],
      [0.6, 0.4],
    ];
    const [first] = bands(values, [0, 1], frame);
    expect(first?.letter).toEqual({ x: 60, y: 55 });
    const [thin] = bands(
      [
        [0.1, 0.9],
        [0.1, 0.9],
        [0.1, 0.9],
      ],
      [0, 1],
      frame,
    );
    expect(thin?.letter).toBeNull();
  });

  it("gives room to the signs that matter most and leaves out what has none", () => {
    const signs = (...pairs: [number, number][]): { x: number; weight: number }[] =>
      pairs.map(([x, weight]) => ({ x, weight }));
    expect(lanes(signs([10, 1], [40, 1], [45, 1], [50, 1], [100, 1]), 20, 2)).toEqual([0, 0, 1, null, 0]);
    expect(lanes(signs([10, 1], [12, 3], [14, 2]), 20, 2)).toEqual([null, 0, 1]);
    expect(lanes([], 20, 2)).toEqual([]);
  });

  it("writes round numbers with room between them", () => {
    expect(ticks(40, 300)).toEqual([0, 10, 20, 30, 40]);
    expect(ticks(3, 300)).toEqual([0, 1, 2, 3]);
    expect(ticks(0, 300)).toEqual([0]);
    const [, second = 0] = ticks(730, 300);
    expect((second / 730) * 300).toBeGreaterThanOrEqual(44);
  });

  it("has the reader's own side lowest", () => {
    expect(orderOf(3, 1)).toEqual([1, 2, 0]);
    expect(orderOf(2, 0)).toEqual([0, 1]);
  });
});

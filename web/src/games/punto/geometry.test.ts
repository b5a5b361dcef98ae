import { describe, expect, it } from "vitest";
import { CARD, CELL, CLOTH, extent, lookAt, pips, pointOf, reach } from "./geometry";
import { scaleOf, seatPoint, shownAround } from "./geometry";
import { gridOf } from "./grid";
import { handPoint, layoutFor, pilePoint } from "./layout";

const at = (...places: string[]): Record<string, string[]> =>
  Object.fromEntries(places.map((place) => [place, ["r1"]]));

describe("the floating square", () => {
  it("is eleven wide round one card and closes in to six", () => {
    expect(reach(extent(at("0,0")))).toEqual({ x0: -5, x1: 5, y0: -5, y1: 5 });
    expect(reach(extent(at("0,0", "3,1")))).toEqual({ x0: -2, x1: 5, y0: -4, y1: 5 });
    const full = extent(at("-2,0", "3,5"));
    expect(reach(full)).toEqual(full);
  });
});

describe("what the cloth shows", () => {
  it("always has every place that touches a card, large enough for a finger", () => {
    for (const places of [["0,0"], ["0,0", "4,4"], ["-5,0", "0,5"]]) {
      const look = lookAt(at(...places), false);
      const box = extent(at(...places));
      const columns = shownAround(look.x, look.across);
      expect(columns[0]).toBeLessThanOrEqual(box.x0 - 1);
      expect(columns.at(-1)).toBeGreaterThanOrEqual(box.x1 + 1);
      const { rows, names } = gridOf(look, {
        board: {},
        allowed: new Set(),
        last: null,
        chosen: null,
      });
      expect(names).toHaveLength(rows.length);
      for (const cell of rows.flat()) expect(Math.min(cell.width, cell.height)).toBeGreaterThan(45);
    }
  });

  it("moves by half a place when a column is added", () => {
    const before = pointOf(lookAt(at("0,0", "1,0"), false), { x: 0, y: 0 });
    const after = pointOf(lookAt(at("0,0", "1,0", "2,0"), false), { x: 0, y: 0 });
    expect(before.x - after.x).toBeCloseTo(50);
    expect(before.y).toBeCloseTo(after.y);
  });

  it("shows the whole frame on a roomy screen as soon as it can", () => {
    expect(lookAt(at("0,0", "2,2"), true).across).toBeGreaterThan(8.5);
    expect(lookAt(at("0,0", "5,5"), true).across).toBeCloseTo(7.6);
  });
});

it("draws as many pips as the card is worth", () => {
  for (const letter of ["r", "g", "b", "y"] as const)
    for (let value = 1; value <= 9; value += 1)
      expect(pips(letter, value).match(/M/g)).toHaveLength(value);
});

it("seats the viewer below the cloth and the others above it, in order of play", () => {
  expect(seatPoint(2, 2, 4).y).toBeGreaterThan(CLOTH);
  const others = [3, 0, 1].map((seat) => seatPoint(seat, 2, 4));
  expect(others.every(({ y }) => y < 0)).toBe(true);
  expect(others.map(({ x }) => x)).toEqual([1, 3, 5].map((sixth) => (CLOTH * sixth) / 6));
  expect(seatPoint(0, null, 2).y).toBeLessThan(0);
});

describe("the wood beside the cloth", () => {
  it("is below on a phone, beside on a wide screen, and the hand lies on it", () => {
    const phone = layoutFor(344, 740);
    const wide = layoutFor(1072, 860);
    expect([phone.across, wide.across]).toEqual([false, true]);
    for (const layout of [phone, wide])
      for (const size of [1, 2])
        for (const { x, y } of [pilePoint(layout, size), handPoint(layout, size - 1, size)]) {
          expect(x - CARD / 2).toBeGreaterThan(layout.tray.x0);
          expect(x + CARD / 2).toBeLessThan(layout.tray.x1);
          expect(y - CARD / 2).toBeGreaterThan(layout.tray.y0);
          expect(y + CARD / 2).toBeLessThan(layout.tray.y1);
        }
  });

  it("keeps places at 44 pixels on the narrowest phone", () => {
    const phone = layoutFor(344, 740);
    const look = lookAt(at("0,0"), phone.roomy);
    expect((344 / phone.width) * scaleOf(look) * CELL).toBeGreaterThanOrEqual(44);
  });
});

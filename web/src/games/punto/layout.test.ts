import { describe, expect, it } from "vitest";
import { cellsOf } from "./cells";
import {
  CELL,
  CLOTH,
  extent,
  handPoint,
  layoutFor,
  pilePoint,
  pointOf,
  reach,
  seatPoint,
  SHOWN,
  stacked,
  STEP,
} from "./layout";
import { CARD, pips } from "./parts/card";
import { squareOf } from "./view";

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

describe("the cloth", () => {
  const known = { board: {}, allowed: new Set<string>(), marked: [], chosen: null, holding: false };

  it("has every place where a card may ever go, and no other, whatever lies on it", () => {
    const rows = cellsOf(known);
    expect(rows.map((row) => row.length)).toEqual(Array(11).fill(11));
    expect(rows.flat().map(({ key }) => key)).toEqual(
      cellsOf({ ...known, board: at("0,0", "5,5") })
        .flat()
        .map(({ key }) => key),
    );
    for (const { x, y } of [
      { x: -5, y: -5 },
      { x: 5, y: 5 },
    ])
      for (const side of Object.values(pointOf({ x, y }))) {
        expect(side).toBeGreaterThan(STEP / 2);
        expect(side).toBeLessThan(CLOTH - STEP / 2);
      }
  });

  it("names a place as its edges do: the first card lies on f6", () => {
    expect(["0,0", "-5,-5", "5,5", "-1,2"].map(squareOf)).toEqual(["f6", "a1", "k11", "e8"]);
  });
});

it("draws as many pips as the card is worth", () => {
  for (const letter of ["r", "g", "b", "y"] as const)
    for (let value = 1; value <= 9; value += 1) expect(pips(letter, value).match(/M/g)).toHaveLength(value);
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
});

describe("a stack of cards", () => {
  const PHONE = 344 / CLOTH; // pixels of a unit of the cloth on a screen of 360
  const pixels = (units: number): number => units * (STEP / CELL) * PHONE;
  const edges = (level: number, depth: number): { near: number; far: number } => {
    const { scale, shift } = stacked(level, depth);
    return { near: shift - (CARD / 2) * scale, far: shift + (CARD / 2) * scale };
  };

  it("leaves a single card as it is", () => expect(stacked(0, 0)).toEqual({ scale: 1, shift: 0 }));
  it("shows four pixels of the one covered card on a phone", () => {
    expect(pixels(edges(0, 1).far - edges(1, 0).far)).toBeGreaterThan(3.9);
  });
  it.each([2, 3])("shows two pixels and more of each of %i covered cards", (under) => {
    for (let depth = 1; depth <= under; depth += 1)
      expect(pixels(edges(under - depth, depth).far - edges(under - depth + 1, depth - 1).far)).toBeGreaterThan(2);
  });
  it("never leaves its place, however high", () => {
    for (const level of [0, 1, SHOWN, 7]) {
      expect(edges(level, 0).near).toBeCloseTo(-CARD / 2);
      expect(edges(level, 0).far).toBeLessThanOrEqual(CARD / 2);
    }
  });
});

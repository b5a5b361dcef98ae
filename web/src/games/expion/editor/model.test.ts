import type { Setting } from "$lib/board/editor";
import { expect, it } from "vitest";
import { NAMES, campOf } from "../layout";
import type { View } from "../view";
import { EXPION, model, type Position } from "./model";

const marbles = Object.fromEntries(NAMES.flatMap((cell) => (campOf(cell) === null ? [] : [[cell, campOf(cell)]])));
const first = { marbles, expion: "e5", first_capture: false, cycle: 0, quiet: 0 } as Position;
const owners = { n: 0, e: 1, s: 0, w: 1 };
const view = { ...first, owners, special: ["b2", "b8", "h2", "h8"], to_move: 0 } as View;
const setting: Setting<View> = { options: {}, teams: [[0], [1]], view };
const on = (position: Position, cell: string): readonly string[] =>
  model
    .spots(position, setting)
    .flat()
    .find(({ key }) => key === cell)?.pieces ?? [];

it("puts, takes and replaces marbles; that one is captured follows from how many there are", () => {
  const fewer = model.take(first, "b9", setting);
  expect(on(fewer, "b9")).toEqual([]);
  expect(fewer.first_capture).toBe(true);
  const moved = model.put(fewer, "n", "b8", setting);
  expect(on(moved, "b8")).toEqual(["n"]);
  expect(moved.first_capture).toBe(false);
  expect(on(model.put(moved, "w", "b8", setting), "b8")).toEqual(["w"]);
  expect(first.marbles).toHaveProperty("b9");
});

it("has one Ex*pion, which is moved and never taken away", () => {
  const moved = model.put(first, EXPION, "c3", setting);
  expect(moved.expion).toBe("c3");
  expect(on(moved, "e5")).toEqual([]);
  expect(model.take(moved, "c3", setting)).toBe(moved);
});

it("shows marbles and the Ex*pion on one cell, so that the house can say it", () => {
  expect(on(model.put(first, "w", "e5", setting), "e5")).toEqual(["w", EXPION]);
});

it("counts what is left in the box", () => {
  const [group] = model.stock(model.clear(first, setting), setting);
  expect(group?.stock.map(({ left }) => left)).toEqual([7, 7, 7, 7, undefined]);
  expect(model.stock(first, setting)[0]?.stock[0]?.left).toBe(0);
});

it("writes whose turn it is and the count as numbers", () => {
  expect(model.set(first, "cycle", "2", setting).cycle).toBe(2);
  expect(model.entries(model.set(first, "quiet", 7, setting), setting).map(({ value }) => value)).toEqual(["0", 7]);
});

import type { Setting } from "$lib/board/editor";
import { expect, it } from "vitest";
import type { View } from "../view";
import { model, pileOf, type Position } from "./model";

const first: Position = {
  rows: ["BBBWWW", "WWWBBB"],
  colours: ["B", "W"],
  hands: [["BB=BWW"], ["WB=BWW"]],
  bank: { B: 0, W: 0 },
  offer: null,
  used: [],
  rebuilds: 0,
  stopped: [false, false],
  phase: "use",
  regrouped: false,
  to_move: 0,
};
const view = { ...first, chosen: [true, true], pile: ["BB=BWW", "WW=BBW"], teams: false } as View;
const setting: Setting<View> = { options: {}, teams: [[0], [1]], view };

it("keeps every pawn: those in no row are in the bank", () => {
  const fewer = model.take(first, "rows 0 1", setting);
  expect(fewer.rows[0]).toBe("BBWWW");
  expect(fewer.bank).toEqual({ B: 1, W: 0 });
  expect(model.put(fewer, "B", "rows 0 5", setting)).toMatchObject({ rows: ["BBWWWB", "WWWBBB"], bank: { B: 0 } });
  expect(model.put(first, "W", "rows 0 0", setting)).toMatchObject({
    rows: ["WBBWWW", "WWWBBB"],
    bank: { B: 1, W: 0 },
  });
});

it("takes cards out of the pile, and no card that lies somewhere", () => {
  expect(pileOf(first, setting)).toEqual(["BB=BWW", "WW=BBW"]);
  const more = model.put(first, "WW=BBW", "hands 1", setting);
  expect(more.hands[1]).toEqual(["WB=BWW", "WW=BBW"]);
  expect(model.put(more, "WW=BBW", "used", setting)).toBe(more);
  expect(model.put(first, "BB=BWW", "offer", setting).offer).toBe("BB=BWW");
  expect(model.take(more, "hands 1", setting, 0).hands[1]).toEqual(["WW=BBW"]);
});

it("puts no card into a row and no pawn into a hand", () => {
  expect(model.put(first, "WW=BBW", "rows 0 0", setting)).toBe(first);
  expect(model.put(first, "B", "hands 0", setting)).toBe(first);
});

it("reads a row that is typed, in letters of the box or of French", () => {
  expect(model.set(first, "rows 0", "bw wb", setting).rows[0]).toBe("BWWB");
  expect(model.set(first, "rows 0", "NB", setting).rows[0]).toBe("BW");
});

it("alternates the colours, and writes what is chosen", () => {
  expect(model.set(first, "colours", "W", setting).colours).toEqual(["W", "B"]);
  expect(model.set(first, "phase", "start", setting).phase).toBe("start");
  expect(model.set(first, "to_move", "1", setting).to_move).toBe(1);
});

it("begins with options by which everything is on the table", () => {
  expect(model.opening?.({ players: 2, rows: "chosen" })).toEqual({ players: 2, rows: "random" });
});

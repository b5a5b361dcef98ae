import type { Setting } from "$lib/board/editor";
import { expect, it } from "vitest";
import { TILES, type View } from "../view";
import { model, type Position } from "./model";

const first: Position = {
  tiles: {},
  hands: [[...TILES], [...TILES]],
  pawns: { a1: "y", b8: "c" },
  to_move: 0,
  quiet: 0,
};
const owners = Object.fromEntries(
  [..."abcdefgh"].flatMap((file, n) => [
    [`${file}4`, n % 2],
    [`${file}5`, 1 - (n % 2)],
  ]),
);
const setting: Setting<View> = {
  options: {},
  teams: [[0], [1]],
  view: { ...first, owners, arrows: {}, dash_arrows: {} } as View,
};

it("lays tiles: each side holds what it has not laid on its own squares", () => {
  const laid = model.put(model.put(first, "3", "a4", setting), "5", "b4", setting);
  expect(laid.tiles).toEqual({ a4: 3, b4: 5 });
  expect(laid.hands).toEqual([TILES.filter((tile) => tile !== 3), TILES.filter((tile) => tile !== 5)]);
  expect(model.take(laid, "a4", setting).hands[0]).toEqual([...TILES]);
  expect(model.stock(laid, setting)[1]?.stock.map(({ left }) => left)).toEqual([2, 2, 1, 2, 1, 2, 2, 2]);
});

it("leaves a tile where none goes, for the house to say so", () => {
  expect(model.put(first, "3", "a1", setting)).toMatchObject({ tiles: { a1: 3 }, hands: first.hands });
});

it("puts pawns on tiles, and takes the pawn first", () => {
  const both = model.put(model.put(first, "3", "a4", setting), "Y", "a4", setting);
  const pieces = (position: Position): readonly string[] =>
    model
      .spots(position, setting)
      .flat()
      .find(({ key }) => key === "a4")?.pieces ?? [];
  expect(pieces(both)).toEqual(["3", "Y"]);
  expect(pieces(model.take(both, "a4", setting))).toEqual(["3"]);
  expect(pieces(model.take(model.take(both, "a4", setting), "a4", setting))).toEqual([]);
});

it("takes everything away, and writes numbers", () => {
  const bare = model.clear(model.put(first, "3", "a4", setting), setting);
  expect(bare).toMatchObject({ tiles: {}, pawns: {}, hands: [[...TILES], [...TILES]] });
  expect(model.set(first, "to_move", "1", setting).to_move).toBe(1);
});

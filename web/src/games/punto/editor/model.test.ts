import type { Setting } from "$lib/board/editor";
import { expect, it } from "vitest";
import type { View } from "../view";
import { model, type Position } from "./model";

const deck = (letters: string): string[] =>
  [...letters].flatMap((letter) => [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => [`${letter}${n}`, `${letter}${n}`]));

const two: Position = {
  board: {},
  colours: { r: 0, g: 0, b: 1, y: 1 },
  piles: [deck("gr").filter((card, n) => card !== "r5" || n % 2 === 0), deck("by")],
  pile_sizes: [35, 36],
  hands: [["r5"], []],
  trophies: [[], []],
  rounds_won: [0, 0],
  out: [],
  to_move: 0,
  void_rounds: 0,
};
const setting: Setting<View> = { options: { expert: false }, teams: [[0], [1]], view: two as unknown as View };
const all = ({ board, piles, hands, trophies, out }: Position): number =>
  [...Object.values(board), ...piles, ...hands, ...trophies, out].flat().length;

it("loses no card: what is put comes out of a pile, what is taken goes back", () => {
  const laid = model.put(model.put(two, "r3", "0,0", setting), "b5", "0,0", setting);
  expect(laid.board).toEqual({ "0,0": ["r3", "b5"] });
  expect(laid.pile_sizes).toEqual([34, 35]);
  expect(all(laid)).toBe(all(two));
  const back = model.take(laid, "0,0", setting);
  expect(back.board).toEqual({ "0,0": ["r3"] });
  expect(back.piles[1]).toEqual(two.piles[1]);
  expect(model.take(back, "0,0", setting)).toEqual(two);
});

it("puts no card a third time", () => {
  let laid = model.put(model.put(two, "b9", "0,0", setting), "b9", "1,0", setting);
  expect(model.put(laid, "b9", "2,0", setting)).toBe(laid);
  expect(model.stock(laid, setting)[1]?.stock.some(({ piece }) => piece === "b9")).toBe(false);
  laid = model.clear(laid, setting);
  expect(laid).toEqual(two);
});

it("counts trophies as rounds won", () => {
  const won = model.put(two, "r9", "trophies 0", setting);
  expect(won.rounds_won).toEqual([1, 0]);
  expect(model.take(won, "trophies 0", setting, 0)).toEqual(two);
});

it("turns a card over for whoever is to move, unless everybody has two", () => {
  const other = model.set(two, "to_move", "1", setting);
  expect(other.hands).toEqual([[], ["b1"]]);
  expect(other.pile_sizes).toEqual([36, 35]);
  const expert = { ...setting, options: { expert: true } };
  expect(model.set(two, "to_move", "1", expert).hands).toEqual(two.hands);
});

it("deals neutral cards to the smallest pile, and lets them leave the game", () => {
  const three: Position = {
    ...two,
    colours: { r: 0, g: 1, b: 2, y: null },
    piles: [deck("r"), [...deck("g"), ...deck("y")], deck("b")],
    pile_sizes: [18, 36, 18],
    hands: [[], [], []],
    trophies: [[], [], []],
    rounds_won: [0, 0, 0],
  };
  const gone = model.put(three, "y4", "out", setting);
  expect(gone.out).toEqual(["y4"]);
  expect(model.take(gone, "out", setting, 0).piles[0]).toContain("y4");
  expect(model.trays(three, setting).map(({ key }) => key)).toContain("piles 2");
});

it("shares a team's pile among its seats", () => {
  const teams: Position = { ...two, hands: [[], [], [], []], pile_sizes: [17, 18, 18, 18], to_move: 1 };
  const laid = model.put(model.put(teams, "r1", "0,0", setting), "r2", "1,0", setting);
  expect((laid.pile_sizes[0] ?? 0) + (laid.pile_sizes[2] ?? 0)).toBe(laid.piles[0]?.length);
});

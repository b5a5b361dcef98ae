import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GameShown, SeatShown } from "../api/wire";
import { shelf } from "./shelf.svelte";

const manner = { key: "greedy", name: { fr: "a bon appétit", en: "has an appetite" } };
const seat = { name: "", opponent: "Odile", level: 2, person: false } as SeatShown;

describe("the manner of who sits at a table", () => {
  beforeAll(() => {
    const people = [
      { name: "Adèle", manner: null },
      { name: "Odile", manner },
    ];
    const levels = [{ level: 2, people }];
    shelf.games = [
      { key: "mill", manners: true, levels },
      { key: "guest", manners: false, levels },
    ] as unknown as GameShown[];
  });

  afterAll(() => {
    shelf.games = [];
  });

  it("is that of an opponent of the house, by name", () => {
    expect(shelf.mannerAt(seat, "mill")).toBe(manner);
    expect(shelf.mannerAt({ ...seat, opponent: "Adèle" }, "mill")).toBeNull();
    expect(shelf.mannerAt({ ...seat, opponent: "Nobody" }, "mill")).toBeNull();
  });

  it("is none for a person, a stand-in or an empty chair", () => {
    expect(shelf.mannerAt({ ...seat, level: null }, "mill")).toBeNull();
    expect(shelf.mannerAt({ ...seat, person: true }, "mill")).toBeNull();
    expect(shelf.mannerAt(undefined, "mill")).toBeNull();
  });

  it("is of the level that the game has, if it has it", () => {
    expect(shelf.levels("mill").map(({ level }) => level)).toEqual([2]);
    expect(shelf.level(2, "mill")).toBe(shelf.levels("mill")[0]);
    expect(shelf.level(3, "mill")).toBeUndefined();
    expect(shelf.level(2, "gone")).toBeUndefined();
    expect(shelf.mannerAt({ ...seat, level: 3 }, "mill")).toBeNull();
  });

  it("is none where a game makes no difference of it", () => {
    expect(shelf.mannerAt(seat, "guest")).toBeNull();
    expect(shelf.mannerAt(seat, "gone")).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GameShown, LevelShown, SeatShown } from "../api/wire";
import { shelf } from "./shelf.svelte";

const manner = { key: "greedy", name: { fr: "a bon appétit", en: "has an appetite" } };
const seat = { name: "", opponent: "Odile", level: 2, person: false } as SeatShown;

describe("the manner of who sits at a table", () => {
  beforeAll(() => {
    const people = [
      { name: "Adèle", manner: null },
      { name: "Odile", manner },
    ];
    shelf.levels = [{ level: 2, people }] as unknown as LevelShown[];
    shelf.games = [
      { key: "mill", manners: true },
      { key: "guest", manners: false },
    ] as GameShown[];
  });

  afterAll(() => {
    [shelf.levels, shelf.games] = [[], []];
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

  it("is none where a game makes no difference of it", () => {
    expect(shelf.mannerAt(seat, "guest")).toBeNull();
    expect(shelf.mannerAt(seat, "gone")).toBeNull();
  });
});

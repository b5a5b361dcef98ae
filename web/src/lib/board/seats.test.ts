import { describe, expect, it } from "vitest";
import type { Furniture, LevelShown, Position } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import { around, nearestOf, sideOf, sittersOf, toldApart, viewerOf } from "./seats";

const levels = [{ level: 2, name: { fr: "Adèle", en: "Adela" } }] as unknown as LevelShown[];
const seats = [{ name: "Ann" }, { level: 2 }, { name: "Bob" }, { level: null }];
const furniture = (more: object = {}): Furniture => ({ seats, yours: [0], ...more }) as unknown as Furniture;
const toMove = (seat: number | null): Position => ({ to_move: seat }) as unknown as Position;
const numbers = (sitters: readonly { seat: number }[]): number[] => sitters.map(({ seat }) => seat);

describe("who sits at a table", () => {
  it("has a name, an opponent that of its level in the reader's language, an empty chair none", () => {
    settings.language = "fr";
    expect(sittersOf(furniture(), levels).map(({ name }) => name)).toEqual(["Ann", "Adèle", "Bob", ""]);
    settings.language = "en";
    expect(sittersOf(furniture(), levels)[1]?.name).toBe("Adela");
  });

  it("is told apart from namesakes by a number", () => {
    const names = ["Ann", "Adèle", "Adèle", "", ""];
    expect(toldApart(names)).toEqual(["Ann", "Adèle\u00a01", "Adèle\u00a02", "", ""]);
  });

  it("plays for their team, or for themselves", () => {
    const teams = [
      [0, 2],
      [1, 3],
    ];
    expect([0, 1, 2, 3].map((seat) => sideOf(teams, seat))).toEqual([0, 1, 0, 1]);
    expect([0, 1, 2, 3].map((seat) => sideOf(undefined, seat))).toEqual([0, 1, 2, 3]);
    expect(sideOf([], 3)).toBe(3);
    expect(sittersOf(furniture({ teams }), levels)[2]?.side).toBe(0);
  });

  it("has a name of its own where the house has named it, even while it stands in", () => {
    const named = [
      { name: "", opponent: "Odile", level: 2 },
      { name: "Ben", opponent: "Firmin", level: 2 },
    ];
    expect(sittersOf(furniture({ seats: named }), levels).map(({ name }) => name)).toEqual(["Odile", "Ben"]);
  });

  it("is a partner on our side, unless we play for several", () => {
    const teams = [
      [0, 2],
      [1, 3],
    ];
    const partners = (yours: number[]): number[] =>
      numbers(sittersOf(furniture({ teams, yours }), levels).filter(({ partner }) => partner));
    expect(partners([0])).toEqual([2]);
    expect(partners([0, 2])).toEqual([]);
    expect(partners([0, 1])).toEqual([]);
    expect(partners([])).toEqual([]);
  });

  it("is us where the house says so", () => {
    const sitters = sittersOf(furniture({ yours: [0, 2] }), levels);
    expect(numbers(sitters.filter(({ yours }) => yours))).toEqual([0, 2]);
  });
});

describe("whose view is shown", () => {
  it.each([
    [[1], 0, 1],
    [[1, 3], 3, 3],
    [[1, 3], 0, 1],
    [[1, 3], null, 1],
    [[], 0, null],
  ])("of %j with %s to move: %s", (yours, moving, viewer) =>
    expect(viewerOf(furniture({ yours }), toMove(moving))).toBe(viewer),
  );

  it("is nobody's before there is a table", () => expect(viewerOf(null, null)).toBeNull());
});

describe("whose plate lies nearest", () => {
  it.each([
    [[0, 1], 1, false, 1],
    [[0, 1], 1, true, 0],
    [[1], 1, true, 1],
    [[], null, true, null],
  ] as const)("of %j with %s looking, the board still (%s): %s", (yours, viewer, still, nearest) =>
    expect(nearestOf(yours, viewer, still)).toBe(nearest),
  );
});

describe("around the table", () => {
  const sitters = sittersOf(furniture(), levels);

  it("others come in the order in which they play after us", () => {
    const { others, own } = around(sitters, 2);
    expect(numbers(others)).toEqual([3, 0, 1]);
    expect(numbers(own)).toEqual([2]);
  });

  it("a spectator sees everybody in order of seats", () => {
    const { others, own } = around(sitters, null);
    expect(numbers(others)).toEqual([0, 1, 2, 3]);
    expect(own).toEqual([]);
  });
});

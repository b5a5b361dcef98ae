import { describe, expect, it } from "vitest";
import { moments, turns } from "./fixtures";
import { angle, isDark, lying, place, railOf, rowsOfCells, upright } from "./layout";
import { follow, inDrawingOrder, jumped, setOut, Stage, tilesOf, type Pawn } from "./pieces";
import { isCrowned, sideOf, type View } from "./view";

function standing(pawns: readonly Pawn[]): Record<string, string> {
  const letters = pawns.flatMap(({ at, side, crowned }) => {
    const letter = side === 0 ? "y" : "c";
    return at === null ? [] : [[at, crowned ? letter.toUpperCase() : letter] as const];
  });
  return Object.fromEntries(letters);
}

describe("pawns keep their identity", () => {
  it("stand as the view has them, the rest on the rails in order", () => {
    const { view } = moments.chain;
    const pawns = setOut(view, 100);
    expect(standing(pawns)).toEqual(view.pawns);
    for (const side of [0, 1]) {
      const gone = pawns.filter((pawn) => pawn.side === side && pawn.at === null);
      const left = Object.values(view.pawns).filter((pawn) => sideOf(pawn) === side);
      expect(gone.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual([...gone.keys()]);
      expect(gone.length + left.length).toBe(12);
    }
  });

  it("follow a chain: one pawn goes by way of every landing, the taken leave one after the other", () => {
    const { before, after, events, move } = turns.took_two;
    const path = move.split("x");
    const old = setOut(before, 0);
    const pawns = follow(old, events, after);
    expect(standing(pawns)).toEqual(after.pawns);
    const mover = old.find(({ at }) => at === path[0]);
    const moved = pawns.find(({ id }) => id === mover?.id);
    expect(moved?.at).toBe(path.at(-1));
    expect(moved?.via).toEqual(path.slice(1));
    const waits = jumped(path).map((cell) => {
      const taken = old.find(({ at }) => at === cell);
      return pawns.find(({ id }) => id === taken?.id);
    });
    expect(waits.map((pawn) => [pawn?.at, pawn?.wait])).toEqual([
      [null, 0.5],
      [null, 1.5],
    ]);
    expect(waits.map((pawn) => pawn?.slot)).toEqual(
      [0, 1].map((i) => i + old.filter(({ side, at }) => side === 0 && at === null).length),
    );
    expect(inDrawingOrder(pawns, undefined).at(-1)?.id).toBe(mover?.id);
  });

  it("are crowned where they arrive", () => {
    const { before, after, events } = turns.crowning;
    const pawns = follow(setOut(before, 0), events, after);
    const king = pawns.find(({ via }) => via.length > 0);
    expect(king?.crowned).toBe(true);
    expect(standing(pawns)).toEqual(after.pawns);
  });

  it("go back when a move is taken back, the last one taken first", () => {
    const { before, after, events } = turns.took_two;
    const old = setOut(before, 0);
    const back = follow(follow(old, events, after), [], before);
    const gone = (pawns: readonly Pawn[]): number[] => pawns.filter(({ at }) => at === null).map(({ id }) => id);
    expect(standing(back)).toEqual(before.pawns);
    expect(gone(back)).toEqual(gone(old));
  });

  it("believe the view rather than events that do not fit", () => {
    const { after, events } = turns.took_two;
    expect(standing(follow(setOut(moments.chain.view, 0), events, after))).toEqual(after.pawns);
  });
});

describe("the stage", () => {
  const { before, after, events } = turns.took_two;
  const ids = ({ pawns }: { pawns: readonly Pawn[] }): number[] => pawns.map(({ id }) => id);

  it("moves what happened before our eyes and sets out anew what did not", () => {
    const stage = new Stage();
    const first = stage.show(before, [], 1, false, false);
    const second = stage.show(after, events, 2, true, false);
    expect(ids(second)).toEqual(ids(first));
    const again = stage.show({ ...after }, events, 2, true, false);
    expect(ids(again)).not.toEqual(ids(first));
    expect(again.pawns.every(({ via }) => via.length === 0)).toBe(true);
  });
  it("answers the same for the same view", () => {
    const stage = new Stage();
    const first = stage.show(before, [], 1, false, false);
    expect(stage.show(before, events, 2, true, false)).toBe(first);
    expect(stage.show(before, [], 2, true, true)).not.toBe(first);
  });
});

it("knows where every tile is", () => {
  const { view } = moments.laying;
  const tiles = tilesOf(view, []);
  expect(tiles).toHaveLength(16);
  for (const { side, number, at } of tiles) {
    if (at === null) expect(view.hands[side]).toContain(number);
    else expect([view.tiles[at], view.owners[at]]).toEqual([number, side]);
  }
});

describe("the picture", () => {
  it("turns the board for the player in the north", () => {
    expect(place("a1", false)).toEqual({ x: 78, y: 778 });
    expect(place("h8", true)).toEqual(place("a1", false));
    expect(rowsOfCells(false)[0]?.[0]).toBe("a8");
    expect(rowsOfCells(true)[0]?.[0]).toBe("h1");
    expect([angle("N", false), angle("N", true), angle("SW", true)]).toEqual([0, 180, 45]);
  });
  it("has dark squares as on a draughtboard: pawns begin on them", () => {
    const view: View = moments.laying.view;
    expect(Object.keys(view.pawns).every(isDark)).toBe(true);
    expect(Object.values(view.pawns).some(isCrowned)).toBe(false);
  });
  it("gives the near rail to the viewer", () => {
    expect(railOf(0, lying, false)).toBe(lying.near);
    expect(railOf(1, upright, true)).toBe(upright.near);
    expect(railOf(1, upright, false)).toBe(upright.far);
  });
});

import { describe, expect, it } from "vitest";
import rounds from "./fixtures.json";
import { arrange, enter, follow, proceed, recall, type News } from "./pieces";
import type { Board, Happening } from "./view";

const news = (from: { view: unknown; events: unknown }, beat: number, fresh = true): News => {
  const board = (from.view as { board: Board }).board;
  return { board, events: from.events as News["events"], beat, fresh };
};
const quiet = (board: Board, beat: number): News => ({ board, events: [], beat, fresh: true });

describe("cards on the cloth", () => {
  it("keep their identity and their order; a new one comes last", () => {
    const before = arrange([], { "0,0": ["r3"], "1,0": ["b4"] }, 0, null);
    const seen = { seat: 1, card: "g5", at: "0,0" };
    const after = arrange(before, { "0,0": ["r3", "g5"], "1,0": ["b4"] }, 0, seen);
    expect(after.map(({ card }) => card)).toEqual(["r3", "b4", "g5"]);
    expect(after[1]).toBe(before[1]);
    expect(after[0]?.depth).toBe(1);
    expect(after[2]?.seat).toBe(1);
  });

  it("lie on those under them, also when another round is gone to", () => {
    const before = arrange([], { "0,0": ["r3", "g5"] }, 0, null);
    const after = arrange(before, { "0,0": ["b1", "g5"] }, 0, null);
    expect(after.map(({ card }) => card)).toEqual(["b1", "g5"]);
  });

  it("vanish when a move is taken back", () => {
    const scene = enter(quiet({ "0,0": ["r3", "g5"] }, 1));
    const back = follow(scene, quiet({ "0,0": ["r3"] }, 2));
    expect(back.pieces.map(({ card, depth }) => [card, depth])).toEqual([["r3", 0]]);
  });
});

describe("the end of a round", () => {
  const before = enter(news(rounds.before, 1));
  const ended = follow(before, news(rounds.ended, 2));

  it("shows the finished round with its line until the player goes on", () => {
    expect(ended.ending).toEqual({ side: 1, trophy: "r9", blocked: null });
    expect(ended.line).toEqual(["-2,-2", "-1,-1", "0,0", "1,1", "2,2"]);
    expect(ended.pieces).toHaveLength(before.pieces.length + 1);
    expect(ended.board).toEqual({});
    expect(proceed(ended)).toMatchObject({ pieces: [], line: [], ending: null });
  });
  it("is shown alike to whoever comes while the others look", () => {
    const late = recall((rounds.before.view as unknown as { board: Board }).board, news(rounds.ended, 2, false));
    expect(late).toMatchObject({ ending: ended.ending, line: ended.line, board: {} });
    expect(late.pieces.map(({ at, card }) => at + card).sort()).toEqual(
      ended.pieces.map(({ at, card }) => at + card).sort(),
    );
  });

  it("loses nothing that happens meanwhile", () => {
    const meanwhile = follow(ended, quiet({ "0,0": ["b5"] }, 3));
    expect(meanwhile.pieces).toBe(ended.pieces);
    const after = proceed(meanwhile);
    expect(after.pieces.map(({ card }) => card)).toEqual(["b5"]);
    expect(ended.pieces.map(({ key }) => key)).not.toContain(after.pieces[0]?.key);
  });

  it("is not shown again to one who comes in later", () => {
    const scene = enter(news(rounds.ended, 2, false));
    expect(scene).toMatchObject({ pieces: [], line: [], ending: null });
  });

  it("keeps the line of the last round, whatever is said after it", () => {
    const line: Happening[] = [{ type: "line", side: 0, colour: "r", cells: ["1,0", "0,0"] }];
    const board = { "0,0": ["r3"], "1,0": ["r4"] };
    const over = follow(enter(quiet(board, 1)), { board, events: line, beat: 2, fresh: true });
    expect(over).toMatchObject({ line: ["0,0", "1,0"], ending: null });
    expect(follow(over, quiet({ ...board }, 3)).line).toEqual(["0,0", "1,0"]);
    expect(follow(over, quiet({ "0,0": ["r3"] }, 3)).line).toEqual([]);
  });
});

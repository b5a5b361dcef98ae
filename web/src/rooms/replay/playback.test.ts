import { describe, expect, it } from "vitest";
import type { Furniture, StepShown } from "$lib/api/wire";
import type { Face, Mark } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import type { Match } from "./match";
import { Playback } from "./playback.svelte";

const mark = (letter: string): Mark => ({ letter, colour: "red", shape: "circle" });
const face = {
  marks: (_view: unknown, side: number, _options: unknown, seat?: number) => [
    mark(seat === undefined ? `side ${side}` : `seat ${seat}`),
  ],
  mover: (events: readonly { type: string }[]) => {
    const moved = events.find(({ type }) => type === "moved") as { piece?: string } | undefined;
    return moved?.piece === undefined ? null : mark(moved.piece);
  },
} as unknown as Face;
const step = (seat: number | null, to_move: number, events: object[] = []): StepShown =>
  ({ seat, to_move, events, view: {}, act: seat === null ? null : "move", move: "", told: [] }) as unknown as StepShown;
const seats = [0, 1].map(() => ({ name: "Ann", opponent: "", level: null, taken: true, person: true }));

function reelOf(yours: number[], steps: StepShown[]): Playback {
  const teams = [[0], [1]];
  const furniture = { yours, teams, seats } as unknown as Furniture;
  return new Playback(
    { first: 0, steps, teams, options: {}, furniture, names: [], result: null } as unknown as Match,
    face,
    0,
  );
}

describe("looking back", () => {
  const steps = [step(null, 0), step(0, 1), step(1, 0)];

  it("holds board and plates still, whichever of our seats moves", () => {
    const playback = reelOf([0, 1], steps);
    const viewers = steps.map((_, n) => {
      playback.go(n);
      return playback.viewer;
    });
    expect(viewers).toEqual([0, 0, 0]);
    expect(reelOf([1], steps).viewer).toBe(1);
    expect(reelOf([], steps).viewer).toBeNull();
  });
  it("marks a move with the piece that moved, else with the seat that made it", () => {
    const playback = reelOf([0], steps);
    expect(playback.moverAt(step(0, 1, [{ type: "moved", piece: "w" }]))?.letter).toBe("w");
    expect(playback.moverAt(step(1, 0))?.letter).toBe("seat 1");
    expect(playback.moverAt(step(null, 0))).toBeUndefined();
  });
  it("counts what a move took", () => {
    const captured = { type: "captured" };
    expect(reelOf([0], steps).takenAt(step(0, 1, [captured, captured]))).toBe(2);
  });
  it("says whose time ran out, not the winner's", () => {
    settings.language = "en";
    document.documentElement.lang = "en";
    const late = { ...step(1, 0), act: "resign" } as StepShown;
    const playback = reelOf([], [...steps, late]);
    const named = ["Kit", "Robin"].map((name) => ({ ...seats[0], name }));
    const furniture = { ...playback.match.furniture, seats: named } as unknown as Furniture;
    const match = { ...playback.match, furniture, result: { winners: [0], reason: "time" } } as unknown as Match;
    expect(new Playback(match, face, 0).outcome).toEqual({ head: "Kit wins", reason: "Robin ran out of time" });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { Deed, Face, GameEvent } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import { taken } from "$lib/board/taken";
import { deedsOf, happened, lastOfOthers, sinceOf } from "./happened";

const sitters = ["Anne", "Adèle", "Basile", "Chloé", "David"].map((name, seat) => ({
  seat,
  name,
  side: seat,
  yours: seat === 0,
}));
const face = {
  spoken: (move: string) => `coup ${move}`,
  brief: (move: string) => move,
  did: ({ move }: Deed) => (move === null ? "a choisi" : `joue ${move}`),
} as unknown as Face;
const captured: GameEvent = { type: "captured", seat: 0, pawn: "y", at: "e5" };
const deed = (seat: number, move: string | null, ...events: GameEvent[]): Deed => ({ seat, move, events });

describe("what happened since one's last move", () => {
  beforeEach(() => (settings.language = "fr"));

  it("is everything after it; of a spectator, the last move", () => {
    const deeds = [deed(1, "a"), deed(0, "b"), deed(1, "c"), deed(2, "d")];
    expect(sinceOf(deeds, 0).map(({ move }) => move)).toEqual(["c", "d"]);
    expect(sinceOf(deeds, 3)).toHaveLength(4);
    expect(sinceOf(deeds, null).map(({ move }) => move)).toEqual(["d"]);
    expect(sinceOf([], 0)).toEqual([]);
  });

  it("is one sentence with names, what one seat did in a row together", () => {
    const since = [deed(1, "c"), deed(1, "d"), deed(2, null)];
    expect(happened(since, since, sitters, face).replaceAll("\u00a0", " ")).toBe(
      "Adèle joue c, joue d ; Basile a choisi.",
    );
  });

  it("says who won a round that ended, whoever ended it", () => {
    const rounds = {
      ...face,
      ended: (events: readonly GameEvent[]) => (events.length > 0 ? "Adèle gagne." : null),
    } as unknown as Face;
    const told = (...since: Deed[]): string =>
      happened([deed(0, "b", captured)], since, sitters, rounds).replaceAll("\u00a0", " ");
    expect(told(deed(1, "c"), deed(2, "d", captured))).toBe("Adèle joue c ; Basile joue d. Adèle gagne.");
    expect(told()).toBe("Vous : coup b. Adèle gagne.");
  });

  it("names those whom a deed calls by a number", () => {
    const skips = { ...face, did: () => "joue (Joueur 3 passe)" } as unknown as Face;
    const since = [deed(1, "c")];
    expect(happened(since, since, sitters, skips).replaceAll("\u00a0", " ")).toBe("Adèle joue (Basile passe).");
  });

  it("is in few signs where many moved, with captures marked", () => {
    const since = [1, 2, 3, 4].map((seat) => deed(seat, `m${seat}`, ...(seat === 2 ? [captured] : [])));
    expect(happened(since, since, sitters, face).replaceAll("\u00a0", " ")).toBe(
      "Adèle m1 ; Basile m2 × ; Chloé m3 ; David m4.",
    );
  });

  it("is one's own move until somebody else has moved", () => {
    expect(happened([deed(0, "b")], [], sitters, face)).toBe("Vous\u00a0: coup b.");
    expect(happened([], [], sitters, face)).toBe("");
  });

  it("waits until the makers are known, and leaves secrets to the list", () => {
    expect(deedsOf(["a", null], [deed(0, "a")])).toEqual([]);
    expect(deedsOf([null], [deed(0, "a")])[0]?.move).toBeNull();
    expect(taken([captured, captured], face)).toBe(2);
  });
});

describe("what is told when nobody has moved", () => {
  const told = ["Colours drawn by lot.", "Player 1 starts.", "Player 1 turns over the red 5."];

  it("does not call the reader by their own name", () => {
    expect(lastOfOthers(told, [0])).toBe("Colours drawn by lot.");
    expect(lastOfOthers(told, [1])).toBe("Player 1 turns over the red 5.");
    expect(lastOfOthers(told.slice(1), [0])).toBe("");
  });
  it("names everybody where several share the screen, and to those who watch", () => {
    expect(lastOfOthers(told, [0, 1])).toBe("Player 1 turns over the red 5.");
    expect(lastOfOthers(told, [])).toBe("Player 1 turns over the red 5.");
  });
});

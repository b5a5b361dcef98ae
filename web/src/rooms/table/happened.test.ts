import { beforeEach, describe, expect, it } from "vitest";
import type { Deed, Face, GameEvent } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import { deedsOf, happened, sinceOf, taken } from "./happened";

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
const captured: GameEvent = { type: "captured" };
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
    expect(happened(since, since, sitters, face).replaceAll("\u00a0", " ")).toBe("Adèle joue c, joue d ; Basile a choisi.");
  });

  it("names those whom a deed calls by a number", () => {
    const skips = { ...face, did: () => "joue (Joueur 3 passe)" } as unknown as Face;
    const since = [deed(1, "c")];
    expect(happened(since, since, sitters, skips).replaceAll("\u00a0", " ")).toBe("Adèle joue (Basile passe).");
  });

  it("is in few signs where many moved, with captures marked", () => {
    const since = [1, 2, 3, 4].map((seat) => deed(seat, `m${seat}`, ...(seat === 2 ? [captured] : [])));
    expect(happened(since, since, sitters, face).replaceAll("\u00a0", " ")).toBe("Adèle m1 ; Basile m2 × ; Chloé m3 ; David m4.");
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

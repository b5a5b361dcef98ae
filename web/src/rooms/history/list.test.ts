import { describe, expect, it } from "vitest";
import type { GameShown, MatchPlayed } from "$lib/api/wire";
import { ANY, fits, query, wish, type Sought } from "./list.svelte";

describe("what is asked of the house", () => {
  it("names only what somebody chose", () => {
    expect(wish(ANY).toString()).toBe("");
    expect(wish({ ...ANY, search: " zoe ", house: "false" }).toString()).toBe("search=zoe&house=false");
  });

  it("goes on after the last match", () => {
    const last = { id: "t1", ended: 7 } as MatchPlayed;
    expect(query(ANY)).toBe("limit=31");
    expect(query({ ...ANY, outcome: "won" }, last)).toBe("outcome=won&limit=31&before=7&last=t1");
  });
});

describe("what an address may ask for", () => {
  const games = [{ key: "point", players: [2, 3] }] as unknown as GameShown[];
  const cases: [keyof Sought, string, boolean, boolean][] = [
    ["game", "foo", true, false],
    ["game", "point", true, true],
    ["outcome", "zzz", false, false],
    ["outcome", "won", true, true],
    ["players", "99", false, false],
    ["players", "4", true, false],
    ["players", "3", true, true],
    ["house", "maybe", false, false],
    ["search", "foo", true, true],
  ];
  it.each(cases)("%s=%s, before the games are known: %s, then: %s", (key, value, before, then) => {
    expect([fits([], key, value), fits(games, key, value)]).toEqual([before, then]);
  });
});

import { describe, expect, it } from "vitest";
import type { MatchPlayed } from "$lib/api/wire";
import { ANY, query, wish } from "./list.svelte";

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

import { describe, expect, it } from "vitest";
import type { TableInLobby } from "$lib/api/wire";
import { ago } from "./ago";
import { ANY, query } from "./list.svelte";

describe("what is asked of the house", () => {
  it("is one table more than a page, with a free seat", () => {
    expect(query(ANY)).toBe("status=open&limit=31&free=1");
  });

  it("says only what was chosen, and where the page before ended", () => {
    const last = { touched: 7, id: "abc" } as TableInLobby;
    const asked = query({ ...ANY, search: " Zoé ", players: "3", status: "playing" }, last);
    expect(query({ ...ANY, rated: "true" })).toBe("status=open&limit=31&free=1&rated=true");
    expect(asked).toBe("status=playing&limit=31&search=Zo%C3%A9&players=3&before=7&last=abc");
  });
});

describe("how long ago", () => {
  it.each([
    [0, ""],
    [40_000, ""],
    [60_000, "1 minute ago"],
    [59 * 60_000, "59 minutes ago"],
    [3 * 3_600_000, "3 hours ago"],
    [50 * 3_600_000, "2 days ago"],
    [-5_000, ""],
  ])("after %i ms is %s", (ms, text) => expect(ago(ms, "en")).toBe(text));
});

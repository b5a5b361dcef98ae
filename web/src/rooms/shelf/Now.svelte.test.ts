/** What goes on: what stands below which heading. */
import { mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { MyTable } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import Now from "./Now.svelte";
import type { Lobby } from "./tables.svelte";

let room: Record<string, unknown>;

afterEach(() => void unmount(room));

/** A table of Ann's; `level`: who plays in her place. */
function table(id: string, your_turn: boolean, level: number | null = null): MyTable {
  const players = [
    { name: "Ann", level, opponent: "", taken: true },
    { name: id, level: null, opponent: "", taken: true },
  ];
  const more = { status: "playing", yours: [0], teams: [[0], [1]], due: null, rated: true, players };
  return { id, game: "g", your_turn, ...more } as unknown as MyTable;
}

/** The headings, each with whom one plays below it. */
function told(...going: MyTable[]): [string, string[]][] {
  settings.language = "en";
  room = mount(Now, { target: document.body, props: { lobby: { going } as unknown as Lobby } });
  return [...document.querySelectorAll("section")].map((section) => [
    section.querySelector("h2")?.textContent ?? "",
    [...section.querySelectorAll("small")].map((company) => company.textContent ?? ""),
  ]);
}

it("tells where it is our turn from what goes on without us", () => {
  expect(told(table("Bo", true), table("Cy", false), table("Di", true, 2))).toEqual([
    ["Your turn", ["against Bo"]],
    ["Under way", ["against Cy", "against Di"]],
  ]);
});

it("says only that games are under way where it is nobody's turn here", () => {
  expect(told(table("Cy", false))).toEqual([["Your games under way", ["against Cy"]]]);
});

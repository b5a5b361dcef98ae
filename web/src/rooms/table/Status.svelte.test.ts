/** How a match ended, in the line under the board. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import type { Desk } from "./desk.svelte";
import Status from "./Status.svelte";

let line: Record<string, unknown>;

afterEach(() => void unmount(line));

function ending(left: number[], winners: number[], yours: number[]): string {
  settings.language = "en";
  document.documentElement.lang = "en";
  const furniture = { result: { winners, reason: "time" }, yours };
  const table = { game: "g", furniture, position: { to_move: null, clock: { left } }, link: { status: "open" } };
  const name = (seat: number | null | undefined): string => ["Frankie", "Anne"][seat ?? -1] ?? "";
  const desk = { table, name, hint: null, happened: "", pause: null, sending: false, active: false } as unknown as Desk;
  line = mount(Status, { target: document.body, props: { desk } });
  flushSync();
  return document.querySelector("p:last-child")?.textContent ?? "";
}

it("says whose time ran out, beside who won", () => {
  expect(ending([5_000, 0], [0], [])).toBe("Frankie wins · Anne ran out of time");
});

it("says it to whoever ran out of time", () => {
  expect(ending([5_000, 0], [0], [1])).toBe("Frankie wins · your time ran out");
});

/** What is agreed besides the rules: nothing is asked about draws where chance draws nothing. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { GameShown } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import HouseRules from "./HouseRules.svelte";
import { Wish } from "./wish.svelte";

let shown: Record<string, unknown> | null = null;

afterEach(() => {
  if (shown !== null) void unmount(shown);
  shown = null;
});

it.each([
  ["never", false],
  ["start", false],
  ["play", true],
] as const)("a take-back after a draw is spoken of where chance draws during play (%s)", (draws, spoken) => {
  settings.language = "en";
  const game = {
    key: "game",
    players: [2],
    uneven: [],
    draws,
    levels: [],
    options: { properties: {} },
  } as unknown as GameShown;
  shown = mount(HouseRules, { target: document.body, props: { wish: new Wish(game) } });
  flushSync();
  expect(document.body.textContent).toContain("Taking a move back");
  expect(document.body.textContent.includes("Even after a draw of chance")).toBe(spoken);
});

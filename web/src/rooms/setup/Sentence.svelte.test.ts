/** The levels of the set-up sheet are those of the game that is chosen. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { GameShown } from "$lib/api/wire";
import { mine } from "$lib/rating/mine.svelte";
import { settings } from "$lib/state/settings.svelte";
import Sentence from "./Sentence.svelte";
import { Wish } from "./wish.svelte";

let shown: Record<string, unknown> | null = null;

afterEach(() => {
  if (shown !== null) void unmount(shown);
  shown = null;
});

function gameOf(count: number): GameShown {
  const told = (text: string): { fr: string; en: string } => ({ fr: text, en: text });
  const levels = Array.from({ length: count }, (_, n) => ({
    level: n + 1,
    name: told(`Name ${n + 1}`),
    manner: told(`Manner ${n + 1}.`),
  }));
  return { key: "game", name: told("Game"), players: [2], levels, options: { properties: {} } } as unknown as GameShown;
}

it.each([5, 8])("offers %i levels, and says how the chosen one plays", (count) => {
  settings.language = "en";
  mine.games = [];
  const wish = new Wish(gameOf(count));
  wish.level = count;
  shown = mount(Sentence, { target: document.body, props: { wish, onother: () => undefined } });
  flushSync();
  const select = document.querySelector<HTMLSelectElement>("select[aria-label='Level of the opponents']");
  const names = [...(select?.options ?? [])].map(({ text }) => text);
  expect(names).toEqual(Array.from({ length: count }, (_, n) => `level ${n + 1}, Name ${n + 1}`));
  expect(select?.selectedOptions[0]?.text).toBe(names.at(-1));
  expect(document.querySelector(".quiet")?.textContent).toContain(`Manner ${count}.`);
});

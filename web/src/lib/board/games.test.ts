/** The same job has the same name in the folder of every game. */
import { expect, it } from "vitest";

const NAMES = [
  "Board.svelte",
  "Cover.svelte",
  "Plate.svelte",
  "cells",
  "choice.svelte",
  "editor",
  "face",
  "layout",
  "moves",
  "parts",
  "pieces",
  "view",
  "words",
];
/** What tests have beside them. */
const TESTS = /\.(test|spec|e2e)\.ts$|^fixtures\.ts$/;

const games = new Map<string, Set<string>>();
for (const path of Object.keys(import.meta.glob("../../games/**/*.{ts,svelte}"))) {
  const [, game = "", name = ""] = /games\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  if (!TESTS.test(name)) games.set(game, (games.get(game) ?? new Set()).add(name.replace(/\.ts$/, "")));
}

it.each([...games])("%s has no name of its own for what every game has", (_game, names) => {
  expect([...names].filter((name) => !NAMES.includes(name))).toEqual([]);
});

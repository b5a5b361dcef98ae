import { expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import { timeUp } from "./time-up";

it("says whose time ran out", () => {
  settings.language = "fr";
  expect(timeUp("time", "Anne")).toBe("le temps d’Anne est écoulé");
  expect(timeUp("time", "Kit")).toBe("le temps de Kit est écoulé");
  expect(timeUp("time", "Anne", true)).toBe("votre temps est écoulé");
  settings.language = "en";
  expect(timeUp("time", "Anne")).toBe("Anne ran out of time");
  expect(timeUp("time", "Anne", true)).toBe("your time ran out");
});

it("leaves other reasons to the game, and one that nobody knows of", () => {
  expect(timeUp("resignation", "Anne")).toBeNull();
  expect(timeUp("time", "")).toBeNull();
});

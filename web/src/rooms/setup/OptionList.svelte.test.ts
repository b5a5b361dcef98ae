/** Options on the set-up sheet: other readings of the rule stand under a heading of their own. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import type { GameShown } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import OptionList from "./OptionList.svelte";
import { Wish } from "./wish.svelte";

const text = (fr: string, en: string): object => ({ fr, en });
const game = {
  key: "game",
  players: [2],
  uneven: [],
  options: {
    properties: {
      rows: {
        default: "a",
        enum: ["a", "b"],
        label: text("Rangs", "Rows"),
        names: {},
        rule: "GAME-1",
        group: null,
        quote: null,
        translation: null,
        clashes: {},
      },
      teams: {
        default: false,
        enum: [false, true],
        label: text("Équipes", "Teams"),
        names: {},
        rule: "GAME-3",
        group: null,
        quote: null,
        translation: null,
        clashes: { true: { 2: text("Il en faut 4.", "It takes 4.") } },
      },
      push: {
        default: "straight",
        enum: ["straight", "any"],
        label: text("Poussée", "Push"),
        names: { straight: text("tout droit (usuel)", "straight on (usual)"), any: text("partout", "anywhere") },
        rule: "GAME-2",
        group: "readings",
        quote: "une case libre voisine",
        translation: "a free cell next to it",
        clashes: {},
      },
    },
  },
} as unknown as GameShown;
let shown: Record<string, unknown> | null = null;

function open(language: "fr" | "en"): void {
  settings.language = language;
  shown = mount(OptionList, { target: document.body, props: { wish: new Wish(game) } });
  flushSync();
}

afterEach(() => {
  if (shown !== null) void unmount(shown);
  shown = null;
});

describe("other readings of the rule", () => {
  it.each([
    ["fr", ["Les règles de cette partie", "Autres lectures de la règle"], ["tout droit (usuel)", "partout"]],
    ["en", ["The rules of this match", "Other readings of the rule"], ["straight on (usual)", "anywhere"]],
  ] as const)(
    "have a heading of their own, the usual one first, and quote the original (%s)",
    (language, headings, values) => {
      open(language);
      const [options, readings] = document.querySelectorAll("section");
      expect([...document.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual(headings);
      expect(options?.querySelectorAll("select")).toHaveLength(2);
      expect(options?.querySelector("q")).toBeNull();
      expect(readings?.querySelector("q")?.textContent).toBe("une case libre voisine");
      expect(readings?.querySelector("q")?.getAttribute("lang")).toBe("fr");
      expect(readings?.querySelector(".meaning")?.textContent ?? null).toBe(
        language === "fr" ? null : "(a free cell next to it)",
      );
      expect([...(readings?.querySelectorAll("option") ?? [])].map(({ textContent }) => textContent)).toEqual(values);
    },
  );
});

describe("a value that does not go with the number of players", () => {
  it.each([
    ["fr", "Il en faut 4."],
    ["en", "It takes 4."],
  ] as const)("cannot be chosen, and the sheet says why (%s)", (language, reason) => {
    open(language);
    const [rows, teams] = document.querySelectorAll(".field");
    expect([...(teams?.querySelectorAll("option") ?? [])].map(({ disabled }) => disabled)).toEqual([false, true]);
    expect(teams?.querySelector(".clash")?.textContent).toBe(reason);
    expect([...(rows?.querySelectorAll("option") ?? [])].map(({ disabled }) => disabled)).toEqual([false, false]);
    expect(rows?.querySelector(".clash")).toBeNull();
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { GameShown } from "../api/wire";
import { settings } from "../state/settings.svelte";
import { unusual } from "./options";

const text = (en: string, fr = en): { fr: string; en: string } => ({ fr, en });
const option = (label: string, usual: unknown, names: Record<string, unknown> = {}): unknown => ({
  label: text(label),
  default: usual,
  names,
});
const game = {
  options: {
    properties: {
      players: option("Players", 2),
      rounds: option("Rounds to win (of five)", 2),
      expert: option("Two cards in hand", false),
      first: option("Who begins", "random", { youngest: text("the youngest") }),
    },
  },
} as unknown as GameShown;

describe("what is played otherwise than usual", () => {
  beforeEach(() => settings.keep({ language: "en" }));

  it("is told as the language sets it", () => {
    const played = { players: 4, rounds: 1, expert: true, first: "youngest" };
    expect(unusual(game, played, ["players"])).toEqual([
      "Rounds to win: 1",
      "Two cards in hand",
      "Who begins: the youngest",
    ]);
    settings.keep({ language: "fr" });
    expect(unusual(game, { rounds: 1 }, [])).toEqual(["Rounds to win\u00a0: 1"]);
  });

  it("is nothing where all is as usual, or the game is not known", () => {
    expect(unusual(game, { rounds: 2, expert: false }, [])).toEqual([]);
    expect(unusual(undefined, { rounds: 1 }, [])).toEqual([]);
  });
});

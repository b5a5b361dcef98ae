/** What is played otherwise than usual, as lists and puzzles tell it. */
import type { GameShown, Options } from "../api/wire";
import { words } from "./options-words";
import { number, say } from "./words";

/** The options that are not the usual ones, each in a few words; `unsaid`: those that are told elsewhere. */
export function unusual(game: GameShown | undefined, options: Options, unsaid: readonly string[]): string[] {
  return Object.entries(game?.options.properties ?? {}).flatMap(([key, option]) => {
    const value = options[key];
    if (unsaid.includes(key) || value === undefined || value === option.default) return [];
    const named = option.names[String(value)];
    const label = say(option.label).replace(/\s*\(.*\)$/, "");
    if (value === true) return [label];
    return [words("option", { label, value: named === undefined ? shown(value) : say(named) })];
  });
}

function shown(value: unknown): string {
  return typeof value === "number" ? number(value) : String(value);
}

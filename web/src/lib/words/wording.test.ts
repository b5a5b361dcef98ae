/** Classes of mistakes that no sentence of the page may make, in either language. */
import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("/src/**/*words.ts", { query: "?raw", import: "default", eager: true });

/** Every text of a catalogue, with its key. */
function textsOf(source: string): [key: string, text: string][] {
  return [...source.matchAll(/^ {4}(\w+):\s+"((?:[^"\\]|\\.)*)",$/gm)].map((found) => [found[1] ?? "", found[2] ?? ""]);
}

const MISTAKES: Record<string, (text: string) => boolean> = {
  "two stops where one is meant": (text) => /[.!…]\s?[.!?]|\?\.|[,;:]\s?[.,;]|\s[.,](?:\s|$)/.test(text),
  "two spaces": (text) => / {2}/.test(text),
  "« Vous » with the verb of another person": (text) =>
    /\bVous (?!êtes\b|faites\b|dites\b|(?:n’|y |en |l’|les? |la |ne |nous )*\p{L}*ez\b|:|pouvez)\p{L}/u.test(text),
  "a number before a plural that has no singular": (text) =>
    !text.includes("|") && /\{n\} (?!fois|sur|of|×|times)\p{L}{2,}s\b/u.test(text),
  "a side's number for a name": (text) => /\b(?:camp|side) \{/i.test(text) && !/\{of\}/.test(text),
  "a straight apostrophe in French": (text) => /\b(?:l|d|n|s|c|j|qu)'\p{L}/iu.test(text),
};

/** Texts whose number is never one. */
const MANY = new Set(["shownMore", "passwordHelp", "onlyLast"]);

/** What is wrong with a text. */
function wrongIn(text: string): string[] {
  return Object.entries(MISTAKES).flatMap(([name, found]) => (found(text) ? [name] : []));
}

describe("the sentences of the page", () => {
  it("are found", () => expect(Object.values(sources).flatMap(textsOf).length).toBeGreaterThan(900));

  it.each(Object.entries(sources))("%s", (_, source) => {
    const wrong = textsOf(source)
      .filter(([key]) => !MANY.has(key))
      .map(([key, text]) => [key, text, ...wrongIn(text)]);
    expect(wrong.filter(({ length }) => length > 2)).toEqual([]);
  });

  it("would be caught", () => {
    for (const text of [
      "Vous gagnez !.",
      "Vous Collectionne le noir",
      "{n} games of {of}",
      "camp {n} gagne",
      "l'autre",
    ])
      expect(wrongIn(text)).not.toEqual([]);
    for (const text of ["Vous gagnez !", "Vous n’entendrez plus.", "{n} partie|{n} parties", "L’autre…"])
      expect(wrongIn(text)).toEqual([]);
  });
});

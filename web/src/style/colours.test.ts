/** Every colour of the page is named in tokens.css, and what is named elsewhere is there. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const written = import.meta.glob<string>(
  ["/src/**/*.{svelte,ts}", "!/src/**/*.{test,spec,e2e}.ts", "!/src/lib/api/schema.d.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const tokens = readFileSync("src/style/tokens.css", "utf8");
const sources: [string, string][] = [
  ...Object.entries(written),
  ["base.css", readFileSync("src/style/base.css", "utf8")],
];

const COLOUR = /(?<![\w&#(])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;
const defined = new Set<string>(
  [tokens, ...sources.map(([, text]) => text)].flatMap((text) =>
    [...text.matchAll(/(--[\w-]+)"?[:=,]/g)].map(([, name]) => name ?? ""),
  ),
);

/** What is found in each file where anything is. */
function inFiles(find: (text: string) => readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    sources.map(([path, text]) => [path, find(text)] as const).filter(([, found]) => found.length > 0),
  );
}

it("no colour is written elsewhere", () => expect(inFiles((text) => text.match(COLOUR) ?? [])).toEqual({}));

it("every name that is used is there", () => {
  const used = (text: string): string[] => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? "");
  expect(inFiles((text) => used(text).filter((name) => !defined.has(name)))).toEqual({});
});

/** No text for people stands outside the catalogues: every component is read to see that. */
import { parse, type AST } from "svelte/compiler";
import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("/src/**/*.svelte", { query: "?raw", import: "default", eager: true });
const SPOKEN = new Set(["aria-label", "title", "placeholder", "alt", "label", "aria-description"]);
const LETTERS = /\p{L}{2,}/u;
/** Names that are the same in every language. */
const NAMES = new Set(["Tabletier"]);

/** Everything in a component that a reader would see or hear and that stands in no catalogue. */
function literals(source: string): string[] {
  const found: string[] = [];
  const note = (text: string): void => {
    const words = text.trim();
    if (LETTERS.test(words) && !NAMES.has(words)) found.push(words);
  };
  const visit = (node: unknown, key = ""): void => {
    if (Array.isArray(node)) {
      node.forEach((part) => visit(part, key));
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const part = node as AST.BaseNode;
    if (part.type === "StyleDirective" || key === "instance" || key === "module") return;
    if (part.type === "Attribute") {
      const { name, value } = part as AST.Attribute;
      if (!SPOKEN.has(name) || !Array.isArray(value)) return;
      value.forEach((piece) => piece.type === "Text" && note(piece.data));
      return;
    }
    if (part.type === "Text") note((part as AST.Text).data);
    for (const [name, child] of Object.entries(part)) if (name !== "parent") visit(child, name);
  };
  const root = parse(source, { modern: true });
  visit(root.fragment);
  return found;
}

describe("components", () => {
  it("are found", () => expect(Object.keys(sources).length).toBeGreaterThan(20));

  it.each(Object.entries(sources))("%s speaks only through its catalogue", (_, source) => {
    expect(literals(source)).toEqual([]);
  });

  it("would be caught speaking for themselves", () => {
    expect(literals(`<p title="Read me">Hello <b>{name}</b></p>`)).toEqual(["Read me", "Hello"]);
  });
});

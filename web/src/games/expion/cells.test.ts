import { settings } from "$lib/state/settings.svelte";
import { describe, expect, it } from "vitest";
import { labelOf } from "./cells";
import found from "./fixtures.json";
import type { View } from "./view";

const before = found.captured.before as View;
const four = found.pushed.before as View;

describe("a cell", () => {
  it("is said in words, in both languages", () => {
    settings.language = "fr";
    expect(labelOf(before, "d6", null, new Set())).toBe("d6 : case spéciale, vide");
    expect(labelOf(before, "e3", null, new Set())).toBe("e3 : bille d’Est");
    expect(labelOf(four, "e5", "e4", new Set(["e5"]))).toBe("e5 : l’Ex*pion, on peut le pousser en e6");
    settings.language = "en";
    expect(labelOf(before, "b9", "b9", new Set())).toBe("b9: marble of North, in its camp, chosen");
  });
});

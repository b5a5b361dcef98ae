import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import { face } from "./face";
import type { Happening, View } from "./view";

const plain = (text: string | null): string => (text ?? "").replaceAll("\u00a0", " ");
const did = (move: string | null, ...events: Happening[]): string => plain(face.did({ seat: 1, move, events }));
const view = { tiles: {}, hands: [[], []], quiet: 0 } as unknown as View;
const legal = ["c3xe5", "c3xe5xg5"];
const ask = (chosen: string | null): string => plain(face.ask({ view, options: {}, viewer: 0, legal, chosen }));

describe("what Barrier says", () => {
  beforeEach(() => (settings.language = "fr"));

  it("tells a deed with what it took", () => {
    expect(did("3@a4")).toBe("pose le carreau 3 en a4");
    expect(did("c3-d4")).toBe("va de c3 en d4");
    expect(did("c3xe5")).toBe("saute de c3 en e5 et prend un pion");
    expect(did("c3xe5xg5", { type: "crowned", seat: 1, at: "g5" })).toBe(
      "saute de c3 en g5 et prend 2 pions (pion couronné)",
    );
    expect(plain(face.brief("c3xe5"))).toBe("c3×e5");
    expect([did("pass"), face.brief("pass")]).toEqual(["passe", "passe"]);
  });

  it("asks for what comes next", () => {
    expect(ask("3@")).toBe("Choisissez la case à point où va le carreau 3.");
    expect(ask("@a4")).toBe("Choisissez le carreau qui va en a4.");
    expect(ask("c3")).toBe("Choisissez où va le pion de c3.");
    expect(ask("c3xe5")).toBe("Sautez encore, ou arrêtez-vous ici.");
    expect(ask("c3xa1")).toBe("La prise continue : sautez encore.");
  });
});

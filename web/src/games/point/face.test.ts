import { settings } from "$lib/state/settings.svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { face } from "./face";
import { putsOf } from "./moves";
import type { Happening, View } from "./view";

const plain = (text: string | null): string => (text ?? "").replaceAll("\u00a0", " ");
const did = (move: string | null, ...events: Happening[]): string => plain(face.did({ seat: 1, move, events }));

const view = { phase: "use", rows: ["BBW", "WWB"] } as unknown as View;
const ask = (chosen: string | null): string =>
  plain(face.ask({ view, options: {}, viewer: 0, legal: ["WB>BWW@6"], chosen }));

describe("what Point says", () => {
  beforeEach(() => (settings.language = "fr"));

  it("tells a deed, and of a secret row only that it is chosen", () => {
    expect(did("WB>BWW@6")).toBe("donne blanc-noir contre noir-blanc-blanc, place 6");
    expect(did("take WB>BWW@6")).toMatch(/^prend la carte visible et donne/);
    expect(did(null)).toBe("a choisi son rang");
    expect(did("row BBWWBBWWWWBB")).toBe("a choisi son rang");
    expect(did("draw")).toBe("pioche");
    expect(plain(face.brief("WB>BWW@6"))).toBe("BN contre NBB");
  });

  it("never asks for a step that is done", () => {
    expect(ask(null)).toBe("Choisissez une carte, puis l’endroit où l’utiliser.");
    expect(ask("WB=BWW")).toBe("Choisissez l’endroit où utiliser la carte.");
    expect(ask("WB>BWW@6")).toBe("Jouez la carte en touchant encore cet endroit, ou changez d’avis.");
    expect(ask("discard WB=BWW")).toBe("Laissez cette carte visible, ou choisissez-en une autre.");
    expect(ask("3")).toBe("Touchez le pion à échanger avec celui de la place 3.");
  });

  it("marks what every other has put, as long as the row stands", () => {
    const card = { card: "W=BW", from: "hand", give: "W", take: "BW", place: 2, bank: { B: 0, W: 0 } } as const;
    const used = (seat: number, row: string): Happening => ({ type: "used", seat, row, ...card });
    const deeds = [used(0, "BBW"), used(1, "old")].map((event) => ({ seat: 0, move: "x", events: [event] }));
    expect(putsOf(view, deeds)).toMatchObject([{ seat: 0, places: [2, 3] }]);
  });
});

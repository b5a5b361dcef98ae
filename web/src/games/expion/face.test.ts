import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import { face } from "./face";
import found from "./fixtures.json";
import type { Happening, View } from "./view";

const plain = (text: string | null): string => (text ?? "").replaceAll("\u00a0", " ");
const did = (move: string | null, ...events: Happening[]): string => plain(face.did({ seat: 1, move, events }));
const moved: Happening = { type: "moved", seat: 1, marble: "e", from: "e6", to: "e5", leaves_camp: false };
const pushed = (to: string): Happening => ({ type: "pushed", from: "e5", to, base: null });
const view = { expion: "e5", marbles: { e9: "n" }, owners: { n: 0, s: 0 } } as unknown as View;
const ask = (chosen: string | null): string =>
  plain(face.ask({ view, options: {}, viewer: 0, legal: ["e9-e8"], chosen }));

describe("what Ex*pion says", () => {
  beforeEach(() => (settings.language = "fr"));

  it("tells a deed with what it pushed and captured", () => {
    const captured: Happening = {
      type: "captured",
      marble: "w",
      at: "d5",
      between: ["c5", "e5"],
      chameleon: false,
    };
    expect(did("e6-e5", moved)).toBe("va de e6 en e5");
    expect(did("e6-e5", moved, pushed("e4"), captured)).toBe("pousse l’Ex*pion en e4 et capture une bille");
    expect(did("e6-e5", moved, captured, captured)).toBe("va de e6 en e5 et capture 2 billes");
    expect(did("pass")).toBe("passe");
  });

  it("tells a push aside and help that was declined, in the line and in the list of moves", () => {
    const declined: Happening = { type: "declined", spared: ["c5", "d4"] };
    expect(did("e6-e5>d5~", moved, pushed("d5"), declined)).toBe("pousse l’Ex*pion en d5 et épargne c5, d4");
    expect(face.spoken("e6-e5>d5")).toBe("e6 → e5, l’Ex*pion en d5");
    expect(face.spoken("g6-f6~")).toBe("g6 → f6, sans l’aide de l’Ex*pion");
    expect([face.brief("e6-e5>d5~"), face.brief("e6-e5")]).toEqual(["e6–e5›d5~", "e6–e5"]);
    settings.language = "en";
    expect(did("e6-e5~", moved, declined)).toBe("goes from e6 to e5 and spares c5, d4");
    expect(face.spoken("e6-e5>d5~")).toBe("e6 → e5, the Ex*pion to d5, without the Ex*pion’s help");
  });

  it("asks for what comes next", () => {
    expect(ask("e9")).toBe("Choisissez où va la bille de e9.");
    expect(ask("e5")).toMatch(/choisissez la bille qui le pousse\.$/);
  });
});

describe("what Ex*pion says of positions that the engine played", () => {
  const before = found.captured.before as View;
  const four = found.pushed.before as View;

  it("asks for a move or a pass", () => {
    settings.language = "fr";
    const asked = (view: View, viewer: number | null, legal: string[]): string | null =>
      face.ask({ view, options: {}, viewer, legal, chosen: null });
    expect(asked(before, 0, found.captured.legal)).toBe("Déplacez une bille de Nord ou de Sud.");
    expect(asked(four, 2, found.pushed.legal)).toBe("Déplacez une bille de Sud.");
    expect(asked(four, 2, ["pass"])).toContain("passez");
    expect(asked(four, null, [])).toBeNull();
    expect(face.spoken("e9-e7")).toBe("e9 → e7");
    expect(face.spoken("pass")).toBe("passe");
    expect(face.marks(four, 1, {}).map((mark) => mark.letter)).toEqual(["E", "O"]);
    expect(face.marks(four, 1, {}, 3).map((mark) => mark.letter)).toEqual(["O"]);
  });
});

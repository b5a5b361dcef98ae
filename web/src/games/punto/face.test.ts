import { beforeEach, describe, expect, it } from "vitest";
import type { Sitter } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import { face } from "./face";
import type { Happening, View } from "./view";

const plain = (text: string | null): string => (text ?? "").replaceAll("\u00a0", " ");
const did = (move: string | null, ...events: Happening[]): string => plain(face.did({ seat: 1, move, events }));
const placed = (covered: string | null): Happening => ({ type: "placed", seat: 1, card: "r5", at: "-1,2", covered });
const wonBy = (side: number): Happening => ({ type: "round_won", side, trophy: "r9", laid_aside: true });
const view = { hands: [["b3", "r5"]], board: { "0,0": ["y1"] } } as unknown as View;
const ask = (chosen: string | null): string =>
  plain(face.ask({ view, options: { expert: true }, viewer: 0, legal: ["r5@0,1"], chosen }));

describe("what Punto says", () => {
  beforeEach(() => (settings.language = "fr"));

  it("tells a deed by the names on the edge of the cloth", () => {
    expect(did("r5@-1,2", placed(null))).toBe("pose le 5 rouge en e8");
    expect(did("r5@-1,2", placed("b3"))).toBe("couvre le 3 bleu avec le 5 rouge en e8");
    expect(did("r5@0,0", placed(null), wonBy(1))).toMatch(/et finit la manche$/);
    expect(face.takes?.([placed("b3")])).toBe(1);
    expect(face.took?.(1)).toMatch(/^(en couvrant une carte|covering a card)$/); // Punto has no captures
    expect(plain(face.brief("g5@5,5"))).toBe("5V k11");
    expect(face.spoken("g5@-5,-5")).toBe("5 vert en a1");
  });

  it("tells who won the round that a move ended", () => {
    const won: Happening[] = [placed(null), wonBy(1)];
    const at = (name: string, seat: number, side: number, yours = false): Sitter => ({ name, seat, side, yours });
    const two = (own: number): Sitter[] => ["Anne", "Lison"].map((name, seat) => at(name, seat, seat, seat === own));
    expect(face.ended?.(won, two(0))).toBe("Lison gagne la manche.");
    expect(plain(face.ended?.(won, two(1)) ?? null)).toBe("Vous gagnez la manche !");
    expect(plain(face.ended?.([{ type: "void" }], two(0)) ?? null)).toBe("Manche nulle : personne ne la gagne.");
    expect(face.ended?.([placed(null)], two(0))).toBeNull();
    settings.language = "en";
    expect(face.ended?.(won, [at("Anne", 0, 0, true), at("Kit", 1, 1), at("Robin", 2, 0), at("Lison", 3, 1)])).toBe(
      "Kit and Lison win the round.",
    );
  });

  it("tells who was passed over without a card, in the line and in the list of moves", () => {
    const events: Happening[] = [placed(null), { type: "skipped", seat: 2 }, { type: "skipped", seat: 0 }];
    const skipped = "Joueur 3 n’a plus de carte et passe, Joueur 1 n’a plus de carte et passe";
    expect(did("r5@-1,2", ...events)).toBe(`pose le 5 rouge en e8 (${skipped})`);
    expect(face.beside?.(events)).toBe(skipped);
    expect(face.beside?.([placed(null)])).toBeNull();
    settings.language = "en";
    expect(face.beside?.([{ type: "skipped", seat: 1 }])).toBe("Player 2 has no card left and is passed over");
  });

  it("asks for what comes next", () => {
    expect(ask(null)).toBe("Choisissez une de vos deux cartes, puis sa place.");
    expect(ask("r5@")).toBe("Choisissez où va le 5 rouge.");
    expect(ask("@0,1")).toBe("Choisissez la carte qui va en f7.");
  });
});

import { describe, expect, it } from "vitest";
import { capital, filled, named, set, signed, without } from "./words";

describe("words", () => {
  it("begin with a capital, but for a place on a board", () => {
    expect(capital("écarte la menace")).toBe("Écarte la menace");
    expect(capital("8 rouge au milieu")).toBe("8 rouge au milieu");
    expect(capital("a5 → a4")).toBe("a5 → a4");
  });

  it("puts values in, and leaves what it has no value for", () => {
    expect(filled("{name} joue {move}", "fr", { name: "Ann" })).toBe("Ann joue {move}");
  });

  it("elides de before a vowel, in French only", () => {
    expect(filled("Règles de {game}", "fr", { game: "Ex*pion" })).toBe("Règles d’Ex*pion");
    expect(filled("Règles de {game}", "fr", { game: "Punto" })).toBe("Règles de Punto");
    expect(filled("va de {from}", "fr", { from: "e6" })).toBe("va de e6");
    expect(filled("{at} de {last}", "fr", { at: 1, last: 8 })).toBe("1 de 8");
  });

  it("chooses the form that suits the number, as the language counts", () => {
    const text = "{n} place libre|{n} places libres";
    expect(filled(text, "fr", { n: 0 })).toBe("0 place libre");
    expect(filled(text, "fr", { n: 2 })).toBe("2 places libres");
    expect(filled("one seat|{n} seats", "en", { n: 0 })).toBe("0 seats");
  });

  it("says by how much something changed, with the sign of its language", () => {
    expect([12, -3, 0].map(signed)).toEqual(["+12", "−3", "0"]);
  });

  it("keeps French signs on the line of their word", () => {
    expect(filled("Prêt ? « Oui »", "fr", {})).toBe("Prêt\u00a0? «\u00a0Oui\u00a0»");
    expect(filled("Ready ? no", "en", {})).toBe("Ready ? no");
  });

  it("sets sentences of the house as a printer would", () => {
    expect(set("Poussez l'Ex*pion d'abord !", "fr")).toBe("Poussez l’Ex*pion d’abord\u00a0!");
    expect(set("Don't", "en")).toBe("Don't");
  });

  it("calls players and sides by their names", () => {
    const ann = [
      { name: "Ann", side: 0 },
      { name: "Ben", side: 1 },
    ];
    expect(named("Player 2 lays a card on that of Player 1.", ann)).toBe("Ben lays a card on that of Ann.");
    expect(named("Player 3 passes.", ann)).toBe("Player 3 passes.");
    expect(named("bloque les cartes du camp 1 pour le camp 2", ann)).toBe("bloque les cartes d’Ann pour Ben");
    expect(named("blocks side 2’s cards", ann)).toBe("blocks Ben’s cards");
    const teams = ["Ann", "Ben", "Cleo", "Dan"].map((name, seat) => ({ name, side: seat % 2 }));
    expect(named("La manche pour le camp 2.", teams)).toMatch(/^La manche pour Ben (et|and) Dan\.$/);
  });

  it("leaves a rule's id to the link beside the sentence", () => {
    expect(without("The card is too low (GAME-11).", "GAME-11")).toBe("The card is too low.");
    expect(without("Too late (GAME-11).", null)).toBe("Too late (GAME-11).");
  });

  it("writes numbers as the language does", () => {
    expect(filled("{n}", "en", { n: 12_345 })).toBe("12,345");
    expect(filled("{n}", "fr", { n: 12_345 })).toMatch(/^12\s345$/);
  });
});

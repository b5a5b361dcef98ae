/** Pawns and cards that stay themselves. */
import { describe, expect, it } from "vitest";
import { Deck, OFFER, Pieces } from "./pieces";

const used = { type: "used", seat: 0, card: "WW=BWB", from: "hand", bank: { B: 0, W: 1 } } as const;

describe("pieces", () => {
  it("stay themselves in an exchange: given ones to the bank, others aside", () => {
    const pieces = new Pieces();
    const before = pieces.settle({ rows: ["BWWB"], bank: { B: 1, W: 0 } }, []);
    const row = before.rows[0]?.map(({ id }) => id) ?? [];
    const banked = before.bank.B[0]?.id;
    const event = { ...used, give: "WW", take: "BWB", place: 2, row: "BBWBB" };
    const after = pieces.settle({ rows: ["BBWBB"], bank: { B: 0, W: 1 } }, [event]);
    const now = after.rows[0]?.map(({ id }) => id) ?? [];
    expect([now[0], now[4]]).toEqual([row[0], row[3]]);
    expect(now[1]).toBe(banked);
    expect(row.slice(1, 3)).toContain(now[2]);
    expect(row.slice(1, 3)).toContain(after.bank.W[0]?.id);
    expect(new Set([...now, after.bank.W[0]?.id]).size).toBe(6);
    const again = pieces.settle({ rows: ["BBWBB"], bank: { B: 0, W: 1 } }, [event]);
    expect(again.rows[0]?.map(({ id }) => id)).toEqual(now);
  });

  it("are as the newest view says whatever was told", () => {
    const pieces = new Pieces();
    const stale = { ...used, give: "WW", take: "BBB", place: 2, row: "WWB" };
    pieces.settle({ rows: ["BWWB", null], bank: { B: 0, W: 0 } }, []);
    const after = pieces.settle({ rows: ["WWB", "BB"], bank: { B: 2, W: 3 } }, [stale]);
    expect(after.rows.map((row) => row.map(({ colour }) => colour).join(""))).toEqual(["WWB", "BB"]);
    expect([after.bank.B.length, after.bank.W.length]).toEqual([2, 3]);
  });

  it("are cards, too: from the hand to the face-up one and to a partner", () => {
    const deck = new Deck();
    const first = deck.settle([["A", "B"], ["A"]], null);
    const second = deck.settle([["B"], ["A", "A"]], null);
    const third = deck.settle([[], ["A", "A"]], "B");
    expect(second.map(({ id }) => id).sort()).toEqual(first.map(({ id }) => id).sort());
    expect(third.find(({ zone }) => zone === OFFER)?.id).toBe(first.find(({ card }) => card === "B")?.id);
    expect(deck.settle([["C"], []], null)[0]?.id).toBe(4);
  });
});

/** Moves taken apart, places on rails, pawns and cards that stay themselves. */
import { describe, expect, it } from "vitest";
import { Deck, OFFER } from "./deck";
import { layoutOf, slots, type Shape } from "./layout";
import { anyRow, covering, meant, parsed, proposals, readings, rowAfter, swapped, usesAmong, usesOf } from "./moves";
import { Pieces } from "./pieces";
import { heap, lanes, PAWN, railsOf } from "./rails";
import { railsFor } from "./scene";

describe("moves", () => {
  it("are taken apart", () => {
    expect(parsed("take WB>BWW@6")).toEqual({
      verb: "use",
      text: "take WB>BWW@6",
      offer: true,
      give: "WB",
      take: "BWW",
      place: 6,
    });
    expect(parsed("discard WB=BWW")).toEqual({ verb: "discard", card: "WB=BWW" });
    expect(parsed("regroup BB=WWW,WB=BWW")).toEqual({ verb: "regroup", cards: ["BB=WWW", "WB=BWW"] });
    expect(parsed("go on")).toEqual({ verb: "go on" });
    expect(parsed("row BW")).toEqual({ verb: "row", row: "BW" });
    expect(parsed("castle")).toBeNull();
  });

  it("belong to a card by either of its readings", () => {
    expect(readings("WB=BWW")).toEqual(["WB>BWW", "WWB>BW"]);
    const uses = usesAmong(["WWB>BW@5", "WB>BWW@6", "WB>BWW@1", "BWW>WB@2", "take WB>BWW@3", "draw"]);
    expect(usesOf(uses, "WB=BWW", false).map((use) => use.text)).toEqual(["WB>BWW@1", "WWB>BW@5", "WB>BWW@6"]);
    expect(usesOf(uses, "WB=BWW", true).map((use) => use.place)).toEqual([3]);
  });

  it("are found by any pawn they take, the best centred first", () => {
    const uses = usesAmong(["WWW>BB@2", "WWW>BB@3", "WWW>BB@4"]);
    expect(covering(uses, 4).map((use) => use.place)).toEqual([3, 2, 4]);
    expect(covering(uses, 2).map((use) => use.place)).toEqual([2]);
    expect(covering(uses, 7)).toEqual([]);
  });

  it("show the row after them", () => {
    const [use] = usesAmong(["WB>BWW@6"]);
    expect(use && rowAfter("BBWWWWBBBWWBWWW", use)).toBe("BBWWWBWWBBWWBWWW");
  });

  it("are composed as meant where none is legal", () => {
    expect(meant("BBWWBB", "WB=BWW", false, null)).toBe("WB>BWW@4");
    expect(meant("BBWWBB", "WB=BWW", true, 3)).toBe("take WWB>BW@3");
    expect(meant("BBBBBB", "WB=BWW", false, 6)).toBe("WB>BWW@5");
  });

  it("lay out rows that the house allows", () => {
    expect(proposals(["row WWBBWWBBWWBB", "row BWBWBWBWBWBW"])).toEqual(["WWBBWWBBWWBB"]);
    expect(proposals(["row BW"])).toEqual(["BW"]);
    expect(anyRow(["row BW", "row WB"], () => 0.9)).toBe("WB");
    expect(anyRow([])).toBeNull();
    expect(swapped("BBWW", 1, 4)).toBe("WBWB");
  });
});

describe("rails", () => {
  const phone = layoutOf(2, 0, "narrow").bands[0]?.rack ?? { x: 0, y: 0, width: 0, height: 0 };

  it.each([1, 3, 12, 16, 18, 24, 30, 48])("keep a row of %i within its rack, side by side", (length) => {
    const { stands, cells } = railsOf(length, phone, 26, 30);
    expect(stands).toHaveLength(length);
    for (const { x, y, scale } of stands) {
      const half = (PAWN.width / 2) * scale;
      expect(x - half).toBeGreaterThanOrEqual(phone.x - 0.01);
      expect(x + half).toBeLessThanOrEqual(phone.x + phone.width + 0.01);
      expect(y - PAWN.height * scale).toBeGreaterThanOrEqual(phone.y);
      expect(y).toBeLessThanOrEqual(phone.y + phone.height);
    }
    cells.slice(1).forEach((cell, k) => {
      const before = cells[k];
      expect(before && (cell.y > before.y || cell.x >= before.x + before.width - 0.01)).toBe(true);
    });
  });

  it("are doubled when a row has grown long, and pawns stay legible", () => {
    expect(railsOf(12, phone, 26, 30).count).toBe(1);
    expect(railsOf(24, phone, 26, 30).count).toBe(2);
    expect(railsOf(24, phone, 26, 30).stands[0]?.scale).toBeGreaterThan(0.75);
  });

  it("put overlapping places in lanes", () => {
    const span = (place: number, give: string): { place: number; give: string } => ({ place, give });
    expect(lanes([span(1, "BB"), span(2, "BB"), span(3, "BB"), span(5, "BBB")])).toEqual([0, 1, 0, 0]);
  });

  it("heap the bank within its compartment", () => {
    const area = { x: 10, y: 5, width: 50, height: 50 };
    for (const { x, y, scale } of heap(24, area, 1)) {
      expect(x + (PAWN.width / 2) * scale).toBeLessThanOrEqual(60.01);
      expect(y - PAWN.height * scale).toBeGreaterThanOrEqual(4.99);
    }
  });
});

describe("the table", () => {
  const shapes: [number, Shape][] = [2, 3, 4].flatMap((seats) =>
    (["wide", "tall", "narrow", "low"] as const).map((shape): [number, Shape] => [seats, shape]),
  );
  it.each(shapes)("for %i, %s, has room for everything, and nothing overlaps", (seats, shape) => {
    const layout = layoutOf(seats, seats - 1, shape);
    const { bank, pile, used, offer } = layout;
    const boxes = [bank, pile, used, offer, ...layout.bands.flatMap(({ rack, hand }) => [rack, hand])];
    boxes.forEach((a, k) => {
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= layout.width && a.y + a.height <= layout.height).toBe(true);
      for (const b of boxes.slice(k + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart).toBe(true);
      }
    });
  });

  it.each([1, 8, 12, 15, 17, 20, 24, 30])("lets a finger hit each of %i pawns on a phone of 360 px", (length) => {
    const { cells } = railsFor(layoutOf(2, 0, "narrow"), 0, "B".repeat(length));
    expect(cells).toHaveLength(length);
    for (const cell of cells) {
      expect(cell.height).toBeGreaterThanOrEqual(44);
      expect(cell.width).toBeGreaterThanOrEqual(22);
      expect(cell.x >= 0 && cell.x + cell.width <= 360).toBe(true);
    }
  });

  it("fits two players on a phone of 740 px, with all that stands above and below the board", () => {
    expect(layoutOf(2, 0, "narrow").height).toBeLessThanOrEqual(400);
    expect(layoutOf(4, 0, "narrow").height).toBeLessThanOrEqual(520);
  });

  it("folds the others' rows into lines where four sit at a phone", () => {
    const layout = layoutOf(4, 0, "narrow", [1, 2, 3]);
    expect(layout.height).toBeLessThanOrEqual(400);
    const lines = [1, 2, 3].map((seat) => layout.bands[seat]);
    lines.forEach((band, k) => {
      const next = lines[k + 1]?.strip.y ?? layout.bank.y;
      expect((band?.rack.y ?? 0) + (band?.rack.height ?? 0)).toBeLessThanOrEqual(next);
      expect(band?.rack.x).toBeGreaterThanOrEqual((band?.strip.x ?? 0) + (band?.strip.width ?? 0));
    });
  });

  it("has slots for cards that a finger can hit on a phone", () => {
    const hand = layoutOf(4, 0, "narrow").bands[0]?.hand;
    for (const slot of hand ? slots(4, hand, 8) : []) expect(slot.height).toBeGreaterThanOrEqual(44);
  });
});

describe("pieces", () => {
  it("stay themselves in an exchange: given ones to the bank, others aside", () => {
    const pieces = new Pieces();
    const before = pieces.settle({ rows: ["BWWB"], bank: { B: 1, W: 0 } }, []);
    const row = before.rows[0]?.map(({ id }) => id) ?? [];
    const banked = before.bank.B[0]?.id;
    const event = { type: "used", seat: 0, give: "WW", take: "BWB", place: 2, row: "BBWBB" };
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
    const stale = { type: "used", seat: 0, give: "WW", take: "BBB", place: 2, row: "WWB" };
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

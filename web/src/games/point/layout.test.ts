import { describe, expect, it } from "vitest";
import { slips } from "./cells";
import { layoutOf, slots, type Shape } from "./layout";
import { KNOWN } from "./moves";
import { heap, lanes, PAWN, railsOf } from "./layout/rails";
import { railsFor } from "./layout/stands";

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

  it("draws everything closer where there is little height for two, and folds nothing", () => {
    const [own, other] = layoutOf(2, 0, "narrow", [0, 1]).bands;
    expect(layoutOf(2, 0, "narrow", [0, 1]).height).toBeLessThanOrEqual(345);
    expect(other?.folded).toBeUndefined();
    expect(slots(4, other?.hand ?? { x: 0, y: 0, width: 0, height: 0 }, 4)[0]?.width).toBeGreaterThanOrEqual(55);
    expect(own?.rack.height).toBeGreaterThanOrEqual(88);
    const boxes = [own?.strip, own?.rack, own?.hand, other?.rack, other?.hand].flatMap((one) => one ?? []);
    for (const { x, width } of boxes) expect(x >= 0 && x + width <= 360).toBe(true);
  });

  it("holds every ready-made row within the table, whatever its shape", () => {
    const legal = KNOWN.map((row) => `row ${row}`);
    const props = { legal } as unknown as Parameters<typeof slips>[0]["props"];
    const choice = { row: "" } as Parameters<typeof slips>[0]["choice"];
    const shapes: readonly Shape[] = ["narrow", "low", "wide", "tall"];
    const layouts = [...shapes.map((shape) => layoutOf(2, 0, shape)), layoutOf(2, 0, "narrow", [1])];
    for (const layout of layouts) {
      const bottoms = slips({ layout, choice, props }).map(({ box }) => box.y + box.height);
      expect(bottoms).toHaveLength(KNOWN.length);
      expect(Math.max(...bottoms)).toBeLessThanOrEqual(layout.height);
    }
  });

  it("has slots for cards that a finger can hit on a phone", () => {
    const hand = layoutOf(4, 0, "narrow").bands[0]?.hand;
    for (const slot of hand ? slots(4, hand, 8) : []) expect(slot.height).toBeGreaterThanOrEqual(44);
  });
});

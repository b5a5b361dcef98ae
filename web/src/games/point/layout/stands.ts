/** Where the pawns and cards of a view are drawn. */
import { OFFER, type Spread, type Sprite } from "../pieces";
import type { Pawn } from "../view";
import { CARD, slots, type Box, type Layout } from "./index";
import { heap, railsOf, type Rails } from "./rails";

export interface Standing {
  id: number;
  colour: Pawn;
  /** The row it stands in; null: it is in the bank. */
  seat: number | null;
  /** Its place in the row, from 1. */
  place: number;
  x: number;
  y: number;
  scale: number;
}

const FINGER = 22; // what a finger needs at least of a place's width; it is twice as high
const UNCHOSEN = 12; // hollows of a rack whose row nobody may see

/** The rails of a seat's rack. */
export function railsFor(layout: Layout, seat: number, row: string | null): Rails {
  const own = seat === layout.bottom;
  const { rack } = layout.bands[seat] ?? { rack: { x: 0, y: 0, width: 1, height: 1 } };
  const lip = layout.wide ? (own ? 42 : 9) : own ? 26 : 5;
  const most = layout.wide ? (own ? 68 : 48) : layout.low === true ? 40 : 32;
  return railsOf(row?.length ?? UNCHOSEN, rack, lip, most, own && !layout.wide ? FINGER : 0);
}

/** The two compartments of the bank. */
export function trays({ bank, wide }: Layout): Record<Pawn, Box> {
  const pad = wide ? 10 : 5;
  const width = (bank.width - 3 * pad) / 2;
  const tray = (k: number): Box => ({
    x: bank.x + pad + k * (width + pad),
    y: bank.y + pad,
    width,
    height: bank.height - 2 * pad,
  });
  return { B: tray(0), W: tray(1) };
}

/** The part of a compartment where pawns stand; its number is beside them. */
function standing(tray: Box, wide: boolean): Box {
  const [pad, beside] = wide ? [7, 34] : [3, 20];
  return {
    x: tray.x + pad,
    y: tray.y + pad,
    width: tray.width - pad - beside,
    height: tray.height - 2 * pad,
  };
}

/** Every pawn on the table, in an order that does not change while it moves. */
export function standings(layout: Layout, spread: Spread, rails: readonly Rails[]): Standing[] {
  const all: Standing[] = spread.rows.flatMap((row, seat) =>
    row.flatMap((piece, k) => {
      const stand = rails[seat]?.stands[k];
      return stand === undefined ? [] : [{ ...piece, ...stand, seat, place: k + 1 }];
    }),
  );
  const areas = trays(layout);
  for (const colour of ["B", "W"] as const) {
    const pieces = spread.bank[colour];
    const lying = heap(pieces.length, standing(areas[colour], layout.wide), layout.wide ? 1.9 : 1.1);
    pieces.forEach((piece, k) => {
      const stand = lying[k];
      if (stand !== undefined) all.push({ ...piece, ...stand, seat: null, place: k + 1 });
    });
  }
  return all.sort((a, b) => a.id - b.id);
}

/** Where a card lies. */
export function slotOf(layout: Layout, sprite: Sprite, held: number): Box {
  if (sprite.zone === OFFER) return offerSlot(layout);
  const area = layout.bands[sprite.zone]?.hand ?? layout.offer;
  const own = sprite.zone === layout.bottom;
  const count = held > 4 ? Math.max(held, 7) : 4;
  const gap = layout.wide ? (own ? 16 : 8) : own ? 8 : 4;
  const most = layout.wide ? 232 : 180;
  return slots(count, area, gap, most)[sprite.index] ?? area;
}

function offerSlot({ offer, wide }: Layout): Box {
  const width = offer.width - (wide ? 24 : 8);
  return { x: offer.x + (wide ? 12 : 4), y: offer.y + (wide ? 6 : 4), width, height: width / CARD };
}

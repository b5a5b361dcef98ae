/** The table on a phone: upright it is 360 units wide, sideways 500. */
import { box, type Band, type Layout } from "./index";

/** The height of a row that is folded into one line, and what of it the name takes. */
const LINE = 24;
const NAME = 108;
/** The height of one's own cards: in two lines, in two that lie closer, or in one. */
const TWO_LINES = 124;
const CLOSER = 106;
const ONE_LINE = 58;

export function narrowLayout(
  seats: number,
  bottom: number,
  others: number[],
  folded: readonly number[],
  oneLine: boolean,
): Layout {
  const alone = others.length === 1;
  const closer = alone && folded.length > 0; // whoever is alone opposite is never folded away
  const cards = oneLine ? ONE_LINE : closer ? CLOSER : TWO_LINES;
  const bands: Band[] = new Array<Band>(seats);
  const [strip, rack, tray] = closer ? [22, 34, 46] : alone ? [26, 52, 58] : [24, 38, 54];
  let y = 5;
  for (const seat of others) {
    if (!alone && folded.includes(seat)) {
      bands[seat] = line(y);
      y += LINE + 4;
      continue;
    }
    bands[seat] = {
      strip: box(4, y, 352, strip),
      rack: box(4, y + strip + 1, 352, rack),
      hand: box(104, y, 252, strip),
    };
    y += strip + rack + 6;
  }
  const middle = y;
  y += tray + 4;
  const own = closer ? 22 : 26;
  bands[bottom] = {
    strip: box(4, y, 352, own),
    rack: box(4, y + own + 1, 352, 88),
    hand: box(4, y + own + 94, 352, cards),
  };
  const half = tray / 2 - 3;
  return {
    wide: false,
    width: 360,
    height: y + own + 99 + cards,
    bands,
    bottom,
    pile: box(4, middle, 76, half),
    used: box(4, middle + half + 6, 76, half),
    bank: box(88, middle, 150, tray),
    offer: box(246, middle, 110, tray),
  };
}

/** A folded row: the name, then the pawns. */
function line(y: number): Band {
  return {
    strip: box(4, y, NAME, LINE),
    rack: box(4 + NAME, y, 352 - NAME, LINE),
    hand: box(4, y, 352, LINE),
    folded: true,
  };
}

/** Sideways: the others side by side, and everything of one's own in four low lines. */
export function lowLayout(seats: number, bottom: number, others: number[]): Layout {
  const bands: Band[] = new Array<Band>(seats);
  const alone = others.length === 1;
  const width = (492 - 8 * (others.length - 1)) / others.length;
  others.forEach((seat, k) => {
    const x = 4 + k * (width + 8);
    bands[seat] = {
      strip: box(x, 4, width, 22),
      rack: box(x, 27, width, alone ? 54 : 38),
      hand: alone ? box(150, 2, 346, 24) : box(x, 67, width, 22),
    };
  });
  const middle = alone ? 85 : 93;
  const own = middle + 54;
  bands[bottom] = {
    strip: box(4, own, 492, 22),
    rack: box(4, own + 23, 492, 88),
    hand: box(4, own + 115, 492, 50),
  };
  return {
    wide: false,
    low: true,
    width: 500,
    height: own + 169,
    bands,
    bottom,
    pile: box(4, middle, 84, 23),
    used: box(4, middle + 27, 84, 23),
    bank: box(96, middle, 248, 50),
    offer: box(352, middle, 144, 50),
  };
}

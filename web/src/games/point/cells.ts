/** What can be touched on this board, line by line, with a label for each thing in words. */
import type { Cell } from "$lib/board/cells";
import type { BoardProps } from "$lib/board/face";
import type { Choice } from "./choice.svelte";
import type { Box, Layout } from "./layout";
import type { Rails } from "./layout/rails";
import { slotOf } from "./layout/stands";
import { covering, proposals } from "./moves";
import { cellOf, OFFER, type Sprite } from "./pieces";
import { isPure, type Happening, type View } from "./view";
import { cardInWords, inWords, words } from "./words";

export interface Touch {
  props: BoardProps<View, Happening>;
  layout: Layout;
  choice: Choice;
  sprites: readonly Sprite[];
  /** The rails of the rack at the bottom. */
  rails: Rails;
}

/** Every cell of the board. */
export function cellsOf(touch: Touch): Cell[][] {
  const { choice, props } = touch;
  const lines = [othersCells(touch), middleCells(touch), ...ownCells(touch)];
  const last = choice.arranging ? slipCells(touch) : handCells(touch, props.viewer ?? touch.layout.bottom);
  return [...lines, ...last].filter((line) => line.length > 0);
}

/** A row in words, or that it may not be seen. */
export function rowInWords(view: View, seat: number, name: string): string {
  const row = view.rows[seat];
  const colour = view.colours[seat] ?? null;
  const who =
    colour === null ? name : words("collectsAnd", { name, colour: words(colour === "B" ? "black" : "white") });
  if (row === null || row === undefined)
    return words(view.chosen[seat] === true ? "rowHidden" : "rowMissing", { name });
  const text = words("row", { name: who, row: inWords(row) });
  return isPure(view, seat) ? `${text}, ${words("pure")}` : text;
}

/** The places where ready-made rows lie. */
export function slips({
  layout,
  choice,
  props,
}: Pick<Touch, "layout" | "choice" | "props">): { row: string; box: Box; chosen: boolean }[] {
  const rows = proposals(props.legal);
  const { x, y, width, height: room } = layout.bands[layout.bottom]?.hand ?? layout.offer;
  const [columns, gap, height, top] = layout.wide
    ? [4, 16, 56, 26]
    : layout.low === true
      ? [4, 8, 36, 15]
      : [2, 8, Math.min(44, (room - 34) / 2), 22]; // two lines, words above and a little below
  const wide = (width - gap * (columns - 1)) / columns;
  return rows.map((row, k) => ({
    row,
    box: {
      x: x + (k % columns) * (wide + gap),
      y: y + top + Math.floor(k / columns) * (height + gap),
      width: wide,
      height,
    },
    chosen: row === choice.row,
  }));
}

function othersCells({ props, layout }: Touch): Cell[] {
  return layout.bands.flatMap(({ rack, hand: area, folded }, seat) => {
    if (seat === layout.bottom) return [];
    const hand = (props.view.hands[seat] ?? []).map(cardInWords).join(" ; ");
    const label = rowInWords(props.view, seat, props.sitters[seat]?.name ?? "");
    return [
      { key: `row:${seat}`, ...(folded === true ? area : rack), label: hand === "" ? label : `${label}. ${hand}` },
    ];
  });
}

function middleCells({ props, layout, choice, sprites }: Touch): Cell[] {
  const { bank, pile, offer, rebuilds } = props.view;
  const black = words(bank.B === 0 ? "noBlack" : "blackPawns", { n: bank.B });
  const white = words(bank.W === 0 ? "noWhite" : "whitePawns", { n: bank.W });
  const again = rebuilds === 0 ? "" : `, ${words("rebuilt", { n: rebuilds })}`;
  const open = sprites.find((sprite) => sprite.zone === OFFER);
  return [
    {
      key: "pile",
      ...layout.pile,
      label: words("pileHolds", { n: pile.length }) + again,
      plays: props.legal.includes("draw"),
    },
    { key: "used", ...layout.used, label: words("usedHolds", { n: props.view.used.length }) },
    { key: "bank", ...layout.bank, label: words("bankHolds", { black, white }) },
    {
      key: "offer",
      ...layout.offer,
      label: offer === null ? words("noOffer") : words("offerIs", { card: cardInWords(offer) }),
      grabs: open !== undefined && props.active && choice.usable(open),
      chosen: open !== undefined && choice.card?.id === open.id,
      plays: choice.discards,
    },
  ];
}

function ownCells({ props, layout, choice, rails }: Touch): Cell[][] {
  const row = choice.row ?? props.view.rows[layout.bottom] ?? null;
  if (row === null) {
    const name = props.sitters[layout.bottom]?.name ?? "";
    const rack = layout.bands[layout.bottom]?.rack ?? layout.bank;
    return [[{ key: `row:${layout.bottom}`, ...rack, label: rowInWords(props.view, layout.bottom, name) }]];
  }
  return placeCells(rails, (place) => {
    const target = covering(choice.places, place).length > 0;
    const colour = words(row[place - 1] === "B" ? "black" : "white");
    return {
      label: words(target ? "placeTarget" : "place", { n: place, colour }),
      grabs: choice.arranging,
      plays: choice.plays(place),
      chosen: choice.pawn === place || (choice.use !== null && covering([choice.use], place).length > 0),
    };
  });
}

function handCells({ props, layout, choice, sprites }: Touch, seat: number): Cell[][] {
  const hand = sprites.filter((sprite) => sprite.zone === seat);
  return cardCells(
    hand.map((sprite) => ({
      sprite,
      slot: slotOf(layout, sprite, hand.length),
      label: cardLabel(sprite, props.active, choice),
      grabs: props.active && choice.usable(sprite),
      chosen: choice.card?.id === sprite.id,
    })),
  );
}

function cardLabel(sprite: Sprite, active: boolean, choice: Choice): string {
  const card = cardInWords(sprite.card);
  const n = choice.placesOf(sprite).length;
  if (n > 0) return words("cardUsable", { card, n });
  return words(active && !choice.usable(sprite) ? "cardUseless" : "cardPlain", { card });
}

function slipCells(touch: Touch): Cell[][] {
  const cells = slips(touch).map(({ row, box, chosen }) => ({
    key: `ready:${row}`,
    ...box,
    label: words("proposal", { row: inWords(row) }),
    chosen,
  }));
  return [cells];
}

/** The cells of a row, rail by rail, as tall as the rack. */
export function placeCells(rails: Rails, told: (place: number) => Partial<Cell> & { label: string }): Cell[][] {
  const lines: Cell[][] = Array.from({ length: rails.count }, () => []);
  rails.cells.forEach((area, k) => {
    lines[Math.floor(k / rails.each)]?.push({ key: String(k + 1), ...area, ...told(k + 1) });
  });
  return lines.filter((line) => line.length > 0);
}

/** The cells of cards, line by line. */
export function cardCells(
  cards: readonly { sprite: Sprite; slot: Box; label: string; grabs: boolean; chosen: boolean }[],
): Cell[][] {
  const lines = new Map<number, Cell[]>();
  for (const { sprite, slot, ...rest } of cards) {
    const line = lines.get(slot.y) ?? [];
    line.push({ key: cellOf(sprite), ...slot, ...rest });
    lines.set(slot.y, line);
  }
  return [...lines.values()];
}

import { expect, it } from "vitest";
import { assign } from "./pieces";

interface Piece {
  id: number;
  colour: string;
  at: string | null;
}
const piece = (id: number, colour: string, at: string | null): Piece => ({ id, colour, at });
const place = (text: string): { colour: string; at: string } => ({ colour: text.slice(0, 1), at: text.slice(1) });

function ids(
  pieces: readonly Piece[],
  places: readonly string[],
  order?: (one: Piece, other: Piece) => number,
): (number | undefined)[] {
  const alike = (one: Piece, { colour }: { colour: string }): boolean => one.colour === colour;
  return assign(pieces, places.map(place), (one, to) => alike(one, to) && one.at === to.at, alike, order).map(
    (one) => one?.id,
  );
}

it("leaves pieces where they are, and moves those that are free", () => {
  expect(ids([piece(1, "w", "a1"), piece(2, "w", "a2"), piece(3, "b", "a3")], ["wa2", "wc1", "ba3"])).toEqual([
    2, 1, 3,
  ]);
});

it("takes free ones in the order that is asked for", () => {
  const pieces = [piece(1, "w", null), piece(2, "w", "a2")];
  expect(ids(pieces, ["wc1"])).toEqual([1]);
  expect(ids(pieces, ["wc1"], (one, other) => other.id - one.id)).toEqual([2]);
});

it("finds none of another colour, and none twice", () => {
  expect(ids([piece(1, "w", "a1")], ["ba1", "wc1", "wc2"])).toEqual([undefined, 1, undefined]);
});

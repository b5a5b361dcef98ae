/** Pieces that keep their identity from one view of the table to the next, so that they can be seen to move. */

/**
 * For each place the piece that is there now: the one that `stays` there if there is one, else the first that
 * is free and `fits`; undefined where none is left. Free pieces come in their order, or in the given one.
 */
export function assign<Piece, Place>(
  pieces: readonly Piece[],
  places: readonly Place[],
  stays: (piece: Piece, place: Place) => boolean,
  fits: (piece: Piece, place: Place) => boolean,
  order?: (one: Piece, other: Piece) => number,
): (Piece | undefined)[] {
  const free = [...pieces];
  const take = (place: Place, by: typeof fits): Piece | undefined => {
    const at = free.findIndex((piece) => by(piece, place));
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const stayed = places.map((place) => take(place, stays));
  if (order !== undefined) free.sort(order);
  return places.map((place, n) => stayed[n] ?? take(place, fits));
}

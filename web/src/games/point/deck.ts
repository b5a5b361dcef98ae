/** Cards that keep their identity while they go from the pile to a hand and on to the used ones. */

export interface Sprite {
  id: number;
  card: string;
  /** A seat's hand, or -1: left face up. */
  zone: number;
  /** Which of its zone it is, from 0. */
  index: number;
}

export const OFFER = -1;

export class Deck {
  private ids = 0;
  private sprites: Sprite[] = [];

  /** The sprites for these hands and this card left face up, the same as before where possible. */
  settle(hands: readonly (readonly string[])[], offer: string | null): readonly Sprite[] {
    const wanted = hands.flatMap((hand, zone) => hand.map((card, index) => ({ card, zone, index })));
    if (offer !== null) wanted.push({ card: offer, zone: OFFER, index: 0 });
    const left = [...this.sprites];
    const claim = (card: string, zone: number | null): number | null => {
      const at = left.findIndex((sprite) => sprite.card === card && (zone === null || sprite.zone === zone));
      return at < 0 ? null : (left.splice(at, 1)[0]?.id ?? null);
    };
    const stayed = wanted.map(({ card, zone }) => claim(card, zone));
    const moved = wanted.map(({ card }, k) => stayed[k] ?? claim(card, null));
    this.sprites = wanted.map((place, k) => ({ ...place, id: moved[k] ?? (this.ids += 1) }));
    return this.sprites;
  }
}

/** The name of a hand's card as a cell: `hand:0`. */
export function cellOf(sprite: Sprite): string {
  return sprite.zone === OFFER ? "offer" : `hand:${sprite.index}`;
}

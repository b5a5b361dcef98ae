/** What the player is choosing: pawns of a row being arranged, a card, the place to use it. */
import { Choosing } from "$lib/board/choice.svelte";
import type { BoardProps } from "$lib/board/face";
import { anyRow, covering, meant, proposals, swapped, usesAmong, usesOf, type Use } from "./moves";
import { cellOf, OFFER, type Sprite } from "./pieces";
import type { Happening, View } from "./view";

export class Choice extends Choosing<View> {
  /** The row being arranged; null: none yet, the first proposal. */
  private draft = $state.raw<string | null>(null);
  /** The pawn that waits to be swapped with another. */
  pawn = $state.raw<number | null>(null);
  private held = $state.raw<Sprite | null>(null);
  private picked = $state.raw<string | null>(null);
  /** The pawn that was touched to pick a use. */
  private touchedAt = $state.raw<number | null>(null);
  regrouping = $state.raw(false);

  constructor(
    table: () => BoardProps<View, Happening>,
    private readonly sprites: () => readonly Sprite[],
    private readonly fold: (seat: number) => void,
  ) {
    super(table);
  }

  private readonly uses = $derived.by(() => usesAmong(this.table().legal));

  /** Whether a row is being arranged. */
  readonly arranging = $derived.by(() => this.table().active && this.table().view.phase === "rows");

  /** The own row as it is shown. */
  readonly row = $derived.by(() => {
    const { view, viewer, legal } = this.table();
    if (!this.arranging) return viewer === null ? null : (view.rows[viewer] ?? null);
    return this.draft ?? proposals(legal)[0] ?? null;
  });

  /** The card that is chosen, as long as it is there and ours to play. */
  readonly card = $derived.by(() => {
    const held = this.held;
    if (held === null || !this.table().active) return null;
    return this.sprites().find((sprite) => sprite.id === held.id && sprite.zone === held.zone) ?? null;
  });

  /** Where the chosen card can be used. */
  readonly places = $derived.by(() => (this.card === null ? [] : this.placesOf(this.card)));

  /** The use that is previewed. */
  readonly use = $derived.by<Use | null>(() => {
    if (this.places.length === 1) return this.places[0] ?? null;
    return this.places.find((use) => use.text === this.picked) ?? null;
  });

  /** The chosen card can only be left face up. */
  readonly discards = $derived.by(() => this.card !== null && this.table().legal.includes(`discard ${this.card.card}`));

  /** What is chosen, as the line in words is told. */
  readonly chosen = $derived.by(() => {
    if (!this.table().active) return null;
    if (this.regrouping) return "regroup";
    if (this.arranging) return this.pawn === null ? null : String(this.pawn);
    if (this.card === null) return null;
    return this.use?.text ?? (this.discards ? `discard ${this.card.card}` : this.card.card);
  });

  placesOf(sprite: Sprite): Use[] {
    const { viewer } = this.table();
    const offer = sprite.zone === OFFER;
    return offer || sprite.zone === viewer ? usesOf(this.uses, sprite.card, offer) : [];
  }

  /** Whether some legal move uses or leaves this card. */
  usable(sprite: Sprite): boolean {
    return this.placesOf(sprite).length > 0 || this.table().legal.includes(`discard ${sprite.card}`);
  }

  /** The card within reach that lies on a cell: one's own, or the one left face up. */
  spriteOn(cell: string | null): Sprite | undefined {
    const { viewer } = this.table();
    return this.sprites().find((one) => cellOf(one) === cell && (one.zone === viewer || one.zone === OFFER));
  }

  pick(cell: string): void {
    const sprite = this.spriteOn(cell);
    if (cell.startsWith("row:")) this.fold(Number(cell.slice(4)));
    else if (cell.startsWith("ready:")) this.arrange(cell.slice(6));
    else if (cell === "pile" && !this.arranging) this.play("draw");
    else if (cell === "offer" && this.discards) this.confirm();
    else if (sprite !== undefined) this.pickCard(sprite);
    else if (Number(cell) > 0 && this.free) this.pickPlace(Number(cell));
  }

  private pickCard(sprite: Sprite): void {
    if (!this.free || this.arranging) return;
    if (this.card?.id === sprite.id) return this.cancel();
    this.cancel();
    if (this.usable(sprite)) this.held = sprite;
    else this.tryOut(sprite, null);
  }

  /** Whether a touch of this pawn can only mean the use that is previewed: it was touched for it, or no other takes it. */
  private means(place: number): boolean {
    if (this.use === null || covering([this.use], place).length === 0) return false;
    return this.touchedAt === place || covering(this.places, place).length === 1;
  }

  /** Whether the first touch of this pawn after that of the card makes a move: the card goes nowhere else. */
  plays(place: number): boolean {
    return this.picked === null && this.means(place);
  }

  private pickPlace(place: number): void {
    if (this.arranging) return this.pickPawn(place);
    const card = this.card;
    if (card === null) return;
    if (this.means(place)) return this.confirm();
    const here = covering(this.places, place);
    if (here.length === 0) return this.discards ? undefined : this.tryOut(card, place);
    const now = here.findIndex((use) => use.text === this.use?.text);
    this.picked = here[(now + 1) % here.length]?.text ?? null;
    this.touchedAt = place;
  }

  /** The next or the previous place of the card. */
  step(by: 1 | -1): void {
    const now = this.places.findIndex((use) => use.text === this.use?.text);
    const start = now < 0 && by < 0 ? 0 : now;
    const count = this.places.length;
    this.picked = this.places[(start + by + count) % count]?.text ?? null;
    this.touchedAt = null;
  }

  /** Something was dragged: a card onto a place of the row, or to where cards are left face up; a pawn of the row. */
  drop(from: string, to: string): void {
    const sprite = this.spriteOn(from);
    if (sprite !== undefined) this.dropCard(sprite, to);
    else if (this.arranging && Number(from) > 0 && Number(to) > 0) this.swap(Number(from), Number(to));
  }

  private dropCard(sprite: Sprite, to: string): void {
    if (this.card?.id !== sprite.id) this.cancel();
    if (to === "offer" && sprite.zone !== OFFER) return this.play(`discard ${sprite.card}`);
    const place = Number(to);
    if (!Number.isInteger(place)) return;
    if (!this.usable(sprite)) return this.tryOut(sprite, place);
    this.held = sprite;
    if (this.use === null || !covering([this.use], place).length) this.pickPlace(place);
  }

  private pickPawn(place: number): void {
    if (this.pawn === null) this.pawn = place;
    else this.swap(this.pawn, place);
  }

  private swap(a: number, b: number): void {
    if (this.row !== null && a !== b) this.draft = swapped(this.row, a, b);
    this.pawn = null;
  }

  arrange(row: string | null): void {
    this.draft = row ?? this.draft;
    this.pawn = null;
  }

  shuffle(): void {
    this.arrange(anyRow(this.table().legal));
  }

  confirm(): void {
    if (this.arranging && this.row !== null) this.play(`row ${this.row}`);
    else if (this.use !== null) this.play(this.use.text);
    else if (this.card !== null && this.discards) this.play(`discard ${this.card.card}`);
  }

  cancel(): void {
    this.held = this.picked = this.pawn = this.touchedAt = null;
    this.regrouping = false;
  }

  override play(move: string, card: string | null = null): void {
    const { active, legal } = this.table();
    if (!active) return;
    if (legal.includes(move)) this.cancel();
    super.play(move, card);
  }

  /** Plays a card where it does not go, to be told why. */
  private tryOut(sprite: Sprite, place: number | null): void {
    this.play(meant(this.row ?? "", sprite.card, sprite.zone === OFFER, place), sprite.card);
  }
}

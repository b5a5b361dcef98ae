/** What the player has chosen, drags or has sent. What may be played is the house's to say. */
import { Choosing } from "$lib/board/choice.svelte";
import { beyond } from "./layout";
import { movableOf, movesOf, readMove, restOf, restsOf, targetsOf, textOf } from "./moves";
import type { View } from "./view";

export class Choice extends Choosing<View> {
  picked = $state<string | null>(null);
  /** Legal moves with the same two cells, of which one is to be chosen. */
  choices = $state.raw<readonly string[]>([]);
  /** Of these, the one that is pointed at. */
  considered = $state<string | null>(null);

  readonly chosen = $derived.by(() => (this.free ? this.picked : null));
  /** What is in the hand: dragged, or chosen. */
  readonly held = $derived.by(() => (this.free ? (this.drag?.from ?? this.picked) : null));
  /** The move under way. */
  readonly underway = $derived.by(() => readMove(this.sent));
  readonly movable = $derived.by(() => movableOf(this.table().legal));
  /** The marble whose ways are shown: the chosen one, else one that is looked at. */
  readonly from = $derived.by(() => {
    const { looked } = this;
    return this.held ?? (this.free && looked !== null && this.movable.has(looked) ? looked : null);
  });
  /** Every legal move of it. */
  readonly moves = $derived.by(() => this.table().legal.filter((move) => readMove(move)?.from === this.from));
  /** Where a push would leave the Ex*pion: all cells, or that of the move that is pointed at. */
  readonly rests = $derived.by(() => {
    const { legal, view } = this.table();
    const all = restsOf(legal, this.from, view.expion);
    const meant = this.considered === null ? null : restOf(this.considered);
    return meant !== null && all.includes(meant) ? [meant] : all;
  });
  readonly targets = $derived.by(() => targetsOf(this.table().legal, this.from));
  /** Where the Ex*pion is drawn. */
  readonly expion = $derived.by(() => {
    const { expion } = this.table().view;
    return this.underway?.to === expion ? (this.underway.rest ?? beyond(this.underway.from, expion) ?? expion) : expion;
  });

  /** Whether there is anything on a cell. */
  private holds(cell: string): boolean {
    const { view } = this.table();
    return cell === view.expion || view.marbles[cell] !== undefined;
  }

  private owns(cell: string): boolean {
    const { view, viewer } = this.table();
    const letter = view.marbles[cell];
    return letter !== undefined && view.owners[letter] === viewer;
  }

  /** A cell was touched: it is chosen, or the chosen marble is to go there; why not, the house says. */
  pick(cell: string): void {
    if (!this.free) return;
    this.ask([]);
    if (cell === this.picked) this.picked = null;
    else if (this.picked !== null && !this.owns(cell)) this.drop(this.picked, cell);
    else if (this.holds(cell)) this.picked = cell;
    else this.choose(textOf(cell, cell));
  }

  /** A marble is to go to a cell. */
  drop(from: string, to: string): void {
    if (!this.free) return;
    const [move, another] = movesOf(this.table().legal, from, to);
    this.picked = from;
    if (move !== undefined && another !== undefined) this.ask(movesOf(this.table().legal, from, to));
    else this.choose(move ?? textOf(from, to));
  }

  cancel(): void {
    this.picked = null;
    this.ask([]);
  }

  /** One of these moves is to be chosen in words. */
  ask(moves: readonly string[]): void {
    this.choices = moves;
    this.considered = null;
  }

  /** Plays a move. */
  choose(move: string): void {
    this.ask([]);
    this.play(move, readMove(move)?.from);
  }

  /** The pieces stand otherwise: what was in the hand is put down. */
  renew(): void {
    [this.drag, this.sent, this.tried] = [null, null, { at: null, times: 0 }];
    this.cancel();
  }

  protected override foreseen(): readonly string[] {
    return this.held === null ? [] : this.moves;
  }
}

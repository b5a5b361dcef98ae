/** What the player has chosen, drags or has sent. What may be played is the house's to say. */
import type { Drag } from "$lib/board/cells";
import { beyond } from "./layout";
import { movableOf, movesOf, readMove, restOf, restsOf, targetsOf, textOf, type Move } from "./moves";
import type { View } from "./view";

/** What choosing must know of the table. */
export interface Seen {
  view: View;
  viewer: number | null;
  legal: readonly string[];
  active: boolean;
  onmove: (move: string) => void;
}

export class Choice {
  picked = $state<string | null>(null);
  /** The cell that has the pointer or the focus. */
  looked = $state<string | null>(null);
  drag = $state.raw<Drag | null>(null);
  /** A legal move that the house has yet to confirm; it is drawn as if it were done. */
  sent = $state.raw<Move | null>(null);
  /** Legal moves with the same two cells, of which one is to be chosen. */
  choices = $state.raw<readonly string[]>([]);
  /** Of these, the one that is pointed at. */
  considered = $state<string | null>(null);
  /** The cell from which a move was last tried. */
  tried = $state<string | null>(null);

  constructor(private readonly seen: () => Seen) {}

  readonly free = $derived.by(() => this.seen().active && this.sent === null);
  readonly chosen = $derived.by(() => (this.free ? (this.drag?.from ?? this.picked) : null));
  readonly movable = $derived.by(() => movableOf(this.seen().legal));
  /** The marble whose ways are shown: the chosen one, else one that is looked at. */
  readonly from = $derived.by(() => {
    const { looked } = this;
    return this.chosen ?? (this.free && looked !== null && this.movable.has(looked) ? looked : null);
  });
  /** Every legal move of it. */
  readonly moves = $derived.by(() => this.seen().legal.filter((move) => readMove(move)?.from === this.from));
  /** Where a push would leave the Ex*pion: all cells, or that of the move that is pointed at. */
  readonly rests = $derived.by(() => {
    const { legal, view } = this.seen();
    const all = restsOf(legal, this.from, view.expion);
    const meant = this.considered === null ? null : restOf(this.considered);
    return meant !== null && all.includes(meant) ? [meant] : all;
  });
  readonly targets = $derived.by(() => targetsOf(this.seen().legal, this.from));
  /** Where the Ex*pion is drawn. */
  readonly expion = $derived.by(() => {
    const { expion } = this.seen().view;
    return this.sent?.to === expion ? (this.sent.rest ?? beyond(this.sent.from, expion) ?? expion) : expion;
  });

  /** Whether there is anything on a cell. */
  private holds(cell: string): boolean {
    const { view } = this.seen();
    return cell === view.expion || view.marbles[cell] !== undefined;
  }

  private owns(cell: string): boolean {
    const { view, viewer } = this.seen();
    const letter = view.marbles[cell];
    return letter !== undefined && view.owners[letter] === viewer;
  }

  /** A cell was touched: it is chosen, or the chosen marble is to go there. */
  pick(cell: string): void {
    if (!this.free) return;
    this.ask([]);
    if (cell === this.picked) this.picked = null;
    else if (this.picked !== null && !this.owns(cell)) this.propose(this.picked, cell);
    else this.picked = this.holds(cell) ? cell : null;
  }

  /** Plays a move; one that is not legal is the house's to explain. */
  propose(from: string, to: string): void {
    const { legal, onmove } = this.seen();
    if (!this.free) return;
    const moves = movesOf(legal, from, to);
    this.tried = from;
    this.picked = from;
    if (moves.length > 1) this.ask(moves);
    else if (moves[0] !== undefined) this.choose(moves[0]);
    else onmove(textOf(from, to));
  }

  /** Puts down what was chosen. */
  drop(): void {
    this.picked = null;
    this.ask([]);
  }

  /** One of these moves is to be chosen in words. */
  ask(moves: readonly string[]): void {
    this.choices = moves;
    this.considered = null;
  }

  /** Plays a legal move. */
  choose(move: string): void {
    this.ask([]);
    this.sent = readMove(move);
    this.seen().onmove(move);
  }

  /** The house has answered: what was in the hand is put down. */
  settle(): void {
    [this.picked, this.drag, this.sent, this.tried] = [null, null, null, null];
    this.ask([]);
  }
}

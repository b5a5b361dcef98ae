/** Choosing a move, as far as it is the same on every board: what is looked at, dragged, tried and sent. */
import type { Chooser, Drag } from "./cells";
import { onEmptyCloth } from "./cloth";
import type { BoardProps, GameEvent } from "./face";
import { onEscape } from "../ui/escape";

export abstract class Choosing<View, Event = GameEvent> implements Chooser {
  /** The cell that has the pointer or the focus. */
  looked = $state<string | null>(null);
  /** The cell that waits for a second touch, as long as touching it makes a move. */
  touched = $state<string | null>(null);
  drag = $state.raw<Drag | null>(null);
  /** A legal move that the house has not answered yet: it is drawn as if done. */
  sent = $state<string | null>(null);
  /** Where a move was last tried, and how many times in a row it was not legal: it shakes anew each time. */
  tried = $state.raw<{ at: string | null; times: number }>({ at: null, times: 0 });

  /** Whether something may be chosen: it is the player's turn, and no move is under way. */
  readonly free = $derived.by(() => this.table().active && this.sent === null);

  /** What is chosen of a move that is not made yet, in the game's own notation; null: nothing. */
  abstract readonly chosen: string | null;

  /** Made with its board, whose props `table` returns. */
  constructor(protected readonly table: () => BoardProps<View, Event>) {
    $effect.pre(() => {
      if (this.table().active) this.sent = null; // answered: played, refused, or not what a lesson asks for
    });
    $effect(() => this.table().onchoose?.(this.chosen));
    $effect(() => onEscape(() => this.putDown()));
    $effect(() => onEmptyCloth(() => this.putDown()));
    $effect(() => {
      const moves = this.foreseen();
      if (moves.length > 0) this.table().preview?.consider(moves);
    });
  }

  /** A cell was touched. */
  abstract pick(cell: string): void;

  /** What was dragged is let go on a cell. */
  abstract drop(from: string, to: string): void;

  /** Puts down what was chosen last. */
  abstract cancel(): void;

  /** Puts down what was chosen last, where somebody plays: on a picture nothing is; tells whether one does. */
  private putDown(): boolean {
    const { active, pause } = this.table();
    const plays = active || (pause ?? null) !== null;
    if (plays) {
      this.touched = null;
      this.cancel();
    }
    return plays;
  }

  /** Something is dragged; null: it is let go. */
  hold(now: Drag | null): void {
    this.drag = this.free ? now : null;
  }

  /** Plays a move; one that is not legal the house refuses with the reason. */
  protected play(move: string, at: string | null = null): void {
    const { legal, onmove } = this.table();
    if (legal.includes(move)) {
      this.tried = { at, times: 0 };
      this.sent = move;
    } else this.tried = { at, times: this.tried.times + 1 };
    onmove(move);
  }

  /** The moves that are thought of: the house is asked what they would cause. */
  protected foreseen(): readonly string[] {
    return [];
  }
}

/** What the player has touched of a move, cell by cell. What may be played is the house's to say. */
import { Choosing } from "../choice.svelte";
import { madeBy, movesBy, nextBy, unplaced, writtenLike } from "./moves";
import type { View } from "./view";

export class Choice extends Choosing<View> {
  path = $state.raw<readonly string[]>([]);

  private readonly touches = $derived.by(() => this.table().view.diagram.touches);
  /** The last cell touched, or dragged from. */
  readonly held = $derived.by(() => (this.free ? (this.path.at(-1) ?? this.drag?.from ?? null) : null));
  readonly chosen = $derived.by(() => (this.free && this.path.length > 0 ? this.path.join(" ") : null));
  /** Cells at which a move can begin. */
  readonly firsts = $derived.by(() => nextBy(this.table().legal, this.touches, []));
  /** What may be touched next: by what is chosen, else by what is looked at or dragged. */
  readonly nexts = $derived.by(() => nextBy(this.table().legal, this.touches, this.shown));
  readonly shown = $derived.by<readonly string[]>(() => {
    if (!this.free) return [];
    if (this.path.length > 0) return this.path;
    const near = this.drag?.from ?? this.looked;
    return near !== null && this.firsts.has(near) ? [near] : [];
  });
  /** Moves to be chosen in words: several of the same cells, one that could go on, or without cells. */
  readonly choices = $derived.by(() => {
    if (!this.free) return [];
    return this.path.length > 0
      ? madeBy(this.table().legal, this.touches, this.path)
      : unplaced(this.table().legal, this.touches);
  });

  /** Whether touching a cell makes a move at once. */
  plays(cell: string): boolean {
    return this.free && this.only([...this.path, cell]) !== null;
  }

  /** The move that these cells make and nothing else could become. */
  private only(path: readonly string[]): string | null {
    const { legal } = this.table();
    const [move, another] = movesBy(legal, this.touches, path);
    if (move === undefined || another !== undefined) return null;
    return madeBy(legal, this.touches, path)[0] ?? null;
  }

  pick(cell: string): void {
    if (!this.free) return;
    if (cell === this.path.at(-1)) this.path = this.path.slice(0, -1);
    else if (nextBy(this.table().legal, this.touches, this.path).has(cell)) this.go([...this.path, cell]);
    else if (this.firsts.has(cell)) this.path = [cell];
    else this.attempt([...this.path, cell]);
  }

  drop(from: string, to: string): void {
    if (!this.free) return;
    const path = this.path.at(-1) === from ? this.path : [from];
    if (nextBy(this.table().legal, this.touches, path).has(to)) this.go([...path, to]);
    else this.attempt([...path, to]);
  }

  private go(path: readonly string[]): void {
    const move = this.only(path);
    if (move === null) this.path = path;
    else this.choose(move);
  }

  /** No legal move goes so: the house says why, where an example shows how to write it. */
  private attempt(path: readonly string[]): void {
    const text = writtenLike(this.table().legal, this.touches, path);
    if (text === null) {
      this.tried = { at: path.at(-1) ?? null, times: this.tried.times + 1 };
      this.path = [];
    } else this.play(text, path.at(-1) ?? null);
  }

  cancel(): void {
    this.path = [];
  }

  choose(move: string): void {
    this.path = [];
    this.play(move, this.touches[move]?.at(-1) ?? null);
  }

  /** The pieces stand otherwise: what was in the hand is put down. */
  renew(): void {
    [this.drag, this.sent, this.tried] = [null, null, { at: null, times: 0 }];
    this.cancel();
  }
}

/** What the player is about to do: a tile and a square, or a pawn and the way it goes. */
import type { Drag } from "$lib/board/cells";
import { Choosing } from "$lib/board/choice.svelte";
import { anyStep, crownings, layText, mayStop, meant, nextCells, routes, squaresFor } from "./moves";
import { jumped } from "./pieces";
import { laying, sideOf, type Happening, type View } from "./view";

export class Choice extends Choosing<View, Happening> {
  tile = $state<number | null>(null);
  /** A square that was chosen before its tile. */
  square = $state<string | null>(null);
  /** Where the chosen pawn stands, and the squares it has jumped to since. */
  path = $state.raw<readonly string[]>([]);

  /** Where the chosen pawn may go next. */
  readonly next = $derived.by(() =>
    nextCells(this.path.length === 0 || this.sent !== null ? [] : this.table().legal, this.path),
  );
  /** A move for each of these cells. */
  readonly routes = $derived.by(() =>
    routes(this.path.length === 0 || this.sent !== null ? [] : this.table().legal, this.path),
  );
  /** Those of them where the pawn would be crowned, as far as the house has said. */
  readonly crowning = $derived.by(() => crownings(this.routes, this.path, this.table().preview));
  /** Where the chosen tile (or any tile) may be laid. */
  readonly squares = $derived.by(() => squaresFor(this.table().legal, this.tile));
  readonly canStop = $derived.by(() => this.sent === null && mayStop(this.table().legal, this.path));
  readonly inChain = $derived.by(() => this.sent === null && this.path.length > 1);

  /** What is chosen, as the beginning or the end of a move's text. */
  readonly chosen = $derived.by(() => {
    if (!this.free) return null;
    if (this.tile !== null) return `${this.tile}@`;
    if (this.square !== null) return `@${this.square}`;
    return this.path.length === 0 ? null : this.path.join("x");
  });

  /** Whether touching a square makes a legal move, rather than choose or go on in a chain. */
  ends(cell: string): boolean {
    if (!this.free) return false;
    if (this.tile !== null) return this.squares.has(cell);
    if (this.next.get(cell) !== "jump") return this.next.has(cell);
    return nextCells(this.table().legal, [...this.path, cell]).size === 0;
  }

  /** A square of the board, or a tile of the tray (`t3`), was touched. */
  pick(cell: string): void {
    if (!this.free) return;
    if (cell.startsWith("t")) this.pickTile(Number(cell.slice(1)));
    else if (this.tile !== null) this.play(layText(this.tile, cell), cell);
    else if (this.held(cell) === "own") this.pickPawn(cell);
    else if (this.path.length > 0) this.go(cell);
    else if (this.squares.has(cell)) this.square = this.square === cell ? null : cell;
    else if (this.square !== null) this.square = null;
    else this.play(anyStep(cell), cell); // nothing of ours is there: the house says so
  }

  private pickTile(tile: number): void {
    const { view, viewer } = this.table();
    if (viewer === null) return;
    if (view.hands[viewer]?.includes(tile) !== true) return;
    this.path = [];
    if (this.square !== null) this.play(layText(tile, this.square), this.square);
    else this.tile = this.tile === tile ? null : tile;
  }

  /** What is lifted to be dragged is chosen. */
  override hold(now: Drag | null): void {
    if (now !== null && this.drag === null && this.free) this.lift(now.from);
    super.hold(now);
  }

  private lift(key: string): void {
    const tile = key.startsWith("t") ? Number(key.slice(1)) : null;
    if (tile !== this.tile) this.tile = tile;
    this.square = null;
    if (tile !== null) this.path = [];
    else if (this.path.at(-1) !== key) this.path = [key];
  }

  /** What was lifted is let go on a square. */
  drop(_from: string, cell: string): void {
    if (!this.free || cell.startsWith("t")) return;
    if (this.tile !== null) this.play(layText(this.tile, cell), cell);
    else if (this.path.length > 0) this.go(cell);
  }

  /** Ends a chain where it stands. */
  stop(): void {
    if (this.canStop) this.play(this.path.join("x"), this.path.at(-1) ?? "");
  }

  /** Takes back the last thing that was chosen. */
  cancel(): void {
    if (this.sent !== null) return;
    this.tile = null;
    this.square = null;
    this.path = this.path.slice(0, -1);
  }

  /** The table has changed: what was chosen stays only if it can still be meant. */
  renew(): void {
    const { legal, view, viewer } = this.table();
    const tileGone = this.tile !== null && view.hands[viewer ?? 0]?.includes(this.tile) !== true;
    const pathGone = nextCells(legal, this.path).size === 0;
    if (this.sent !== null || tileGone) this.tile = null;
    if (this.sent !== null || pathGone) this.path = [];
    if (this.square !== null && !squaresFor(legal, null).has(this.square)) this.square = null;
    this.sent = null;
  }

  /** While tiles are laid no pawn is chosen: the house says at once why not. */
  private pickPawn(cell: string): void {
    this.square = null;
    if (laying(this.table().view)) this.play(anyStep(cell), cell);
    else if (this.path.at(-1) !== cell) this.path = [cell];
    else if (this.inChain) this.stop();
    else this.path = [];
  }

  private go(cell: string): void {
    const { legal } = this.table();
    const text = meant(this.path, cell, (other) => this.held(other));
    const to = text.slice(-2);
    const way = this.next.get(to);
    if (way !== "jump") this.play(text, cell);
    else {
      const path = [...this.path, to];
      if (nextCells(legal, path).size === 0) this.play(path.join("x"), cell);
      else this.path = path;
    }
  }

  protected override play(text: string, touched: string): void {
    this.square = null;
    if (this.table().legal.includes(text) && !text.includes("@")) this.path = text.split(/[-x]/);
    super.play(text, touched);
  }

  protected override foreseen(): readonly string[] {
    return [...this.routes.values()];
  }

  /** Whose pawn stands on a cell, the jumps of a chain counted as made. */
  private held(cell: string): "own" | "other" | null {
    const { view, viewer } = this.table();
    if (this.path.length > 1) {
      if (cell === this.path.at(-1)) return "own";
      if (cell === this.path[0] || jumped(this.path).includes(cell)) return null;
    }
    const pawn = view.pawns[cell];
    if (pawn === undefined) return null;
    return sideOf(pawn) === viewer ? "own" : "other";
  }
}

/**
 * What moves would cause, asked of the house while the player thinks. It may answer late or never:
 * nothing waits for it, and what it says of a position that has gone is forgotten.
 */
import { untrack } from "svelte";
import { post } from "../api/client";
import type { GameEvent, Position, PreviewShown } from "../api/wire";
import type { Preview } from "../board/face";
import type { LiveTable } from "./table.svelte";

type Caused = Readonly<Partial<Record<string, readonly GameEvent[]>>>;

/** How many moves the house is asked about at once. */
const MOST = 32;

export class Foresight implements Preview {
  /** What was told of the moves in a position. */
  private known = $state.raw<{ position: Position | null; caused: Caused }>({ position: null, caused: {} });
  /** What was asked in a position, answered or not. */
  private asked: { position: Position | null; moves: readonly string[] } = { position: null, moves: [] };

  /** Gives up what is being asked. */
  private asking = new AbortController();

  constructor(private readonly table: Pick<LiveTable, "id" | "position" | "link">) {}

  /** What a move would cause in the position that is shown; null if that is not known. */
  of(move: string): readonly GameEvent[] | null {
    const { position, caused } = this.known;
    return position === this.table.position ? (caused[move] ?? null) : null;
  }

  /** The player thinks of these moves: what is not known of them is asked. */
  consider(moves: readonly string[]): void {
    untrack(() => {
      const { position, link } = this.table;
      if (this.asked.position !== position) this.asked = { position, moves: [] };
      const unasked = moves.filter((move) => !this.asked.moves.includes(move)).slice(0, MOST);
      if (unasked.length === 0 || link.status !== "open") return;
      this.asked = { position, moves: [...this.asked.moves, ...unasked] };
      void this.ask(unasked, position);
    });
  }

  /** Nobody thinks of these moves any more: what was told of them goes, what is asked is given up. */
  forget(): void {
    this.asking.abort();
    this.asking = new AbortController();
    this.asked = { position: null, moves: [] };
    this.known = { position: null, caused: {} };
  }

  private async ask(moves: readonly string[], position: Position | null): Promise<void> {
    try {
      const told = await post<PreviewShown>(`/tables/${this.table.id}/preview`, { moves }, this.asking.signal);
      if (position !== this.table.position) return;
      const before = this.known.position === position ? this.known.caused : {};
      this.known = { position, caused: { ...before, ...told.caused } };
    } catch {
      if (this.asked.position !== position) return; // else it is asked when it is thought of again
      this.asked = { position, moves: this.asked.moves.filter((move) => !moves.includes(move)) };
    }
  }
}

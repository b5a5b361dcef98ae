/** The analysis of a match: asked for, waited for, and what it found. */
import { get, post, postText, Refused, remove } from "$lib/api/client";
import type { AnalysisJob, AnalysisShown, MoveAnalysed } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";
import { words } from "./analysis-words";
import type { Match } from "./match";

/** The usual signs of chess books. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;
/** How much they matter. */
export const WEIGHTS = { inaccuracy: 1, mistake: 2, blunder: 3 } as const;
const LOOK = 2; // seconds between two looks how far it is

/** How far an analysis is. */
export interface Progress {
  done: number;
  total: number;
  /** Minutes that it will still take, as far as that can be said. */
  minutes: number | null;
}

/** Minutes that the rest will take at the pace of what is done; null before anything is. */
export function minutesLeft(spent: number, done: number, total: number): number | null {
  if (done < 1) return null;
  return Math.max(1, Math.ceil(((spent / done) * (total - done)) / 60_000));
}

export class Study {
  /** How far it is; null when nothing is being done. */
  progress = $state.raw<Progress | null>(null);
  found = $state.raw<AnalysisShown | null>(null);
  trouble = $state("");
  private left = false;
  /** The work that is under way, and the number of times that any was asked for or given up. */
  private job: string | null = null;
  private turn = 0;

  /** The moves that were named a mistake, in their order. */
  readonly mistakes = $derived.by(() => this.found?.moves.filter(({ mark }) => mark !== null) ?? []);

  /** Asks the house; what it once found is there at once. A record from a file is sent along. */
  async ask({ id, text }: Pick<Match, "id" | "text">): Promise<void> {
    if (this.progress !== null) return;
    const turn = (this.turn += 1);
    this.progress = { done: 0, total: 0, minutes: null };
    this.trouble = "";
    try {
      await person.someone();
      const job =
        id === null
          ? postText<AnalysisJob>("/records/analysis", text ?? "")
          : post<AnalysisJob>(`/tables/${encodeURIComponent(id)}/analysis`);
      await this.follow(await job, turn);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    } finally {
      if (this.turn === turn) this.progress = null;
    }
  }

  /** Gives up the analysis that is under way; it can be asked for again. */
  async cancel(): Promise<void> {
    const { job } = this;
    this.turn += 1;
    this.job = this.progress = null;
    if (job !== null) await remove(`/jobs/${job}`).catch(() => undefined); // it may be done by now
  }

  /** Shows what the house keeps of an earlier analysis, whoever asked for it. */
  async recall({ id, result }: Pick<Match, "id" | "result">): Promise<void> {
    if (id === null || result === null) return;
    try {
      const kept = await get<AnalysisJob | null>(`/tables/${encodeURIComponent(id)}/analysis`);
      this.found ??= kept?.result ?? null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // then it can be asked for
    }
  }

  /** Nobody waits any more; the house gives the work up by itself. */
  leave(): void {
    this.left = true;
  }

  move(number: number): MoveAnalysed | undefined {
    return this.found?.moves.find((move) => move.number === number);
  }

  private async follow(first: AnalysisJob, turn: number): Promise<void> {
    let job = first;
    const began = Date.now();
    if (this.turn !== turn) return void remove(`/jobs/${first.id}`).catch(() => undefined);
    this.job = first.id;
    while (job.status === "waiting" || job.status === "running") {
      const { done, total } = job;
      this.progress = { done, total, minutes: minutesLeft(Date.now() - began, done, total) };
      job = await get<AnalysisJob>(`/jobs/${job.id}?wait=${LOOK}`);
      if (this.left || this.turn !== turn) return;
    }
    this.found = job.result;
    if (job.result === null) this.trouble = words("failed");
  }
}

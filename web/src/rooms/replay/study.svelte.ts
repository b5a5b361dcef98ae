/** The analysis of a match: asked for, waited for, and what it found. */
import { get, post, postText, Refused } from "$lib/api/client";
import type { AnalysisJob, AnalysisShown } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";
import { words } from "./analysis-words";
import type { Match } from "./match";

export type MoveAnalysed = AnalysisShown["moves"][number];

/** The usual signs of chess books. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;
/** How much they matter. */
export const WEIGHTS = { inaccuracy: 1, mistake: 2, blunder: 3 } as const;
const LOOK = 2; // seconds between two looks how far it is

export class Study {
  /** How far it is; null when nothing is being done. */
  progress = $state.raw<{ done: number; total: number } | null>(null);
  found = $state.raw<AnalysisShown | null>(null);
  trouble = $state("");
  private left = false;

  /** The moves that were named a mistake, in their order. */
  readonly mistakes = $derived.by(() => this.found?.moves.filter(({ mark }) => mark !== null) ?? []);

  /** Asks the house; what it once found is there at once. A record from a file is sent along. */
  async ask({ id, text }: Pick<Match, "id" | "text">): Promise<void> {
    if (this.progress !== null) return;
    this.progress = { done: 0, total: 0 };
    this.trouble = "";
    try {
      await person.someone();
      const job =
        id === null
          ? postText<AnalysisJob>("/records/analysis", text ?? "")
          : post<AnalysisJob>(`/tables/${encodeURIComponent(id)}/analysis`);
      await this.follow(await job);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    } finally {
      this.progress = null;
    }
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

  private async follow(first: AnalysisJob): Promise<void> {
    let job = first;
    while (job.status === "waiting" || job.status === "running") {
      if (this.left) return;
      this.progress = { done: job.done, total: job.total };
      job = await get<AnalysisJob>(`/jobs/${job.id}?wait=${LOOK}`);
    }
    this.found = job.result;
    if (job.result === null) this.trouble = words("failed");
  }
}

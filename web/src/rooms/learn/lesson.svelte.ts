/** One lesson under way: the learner tries, the engine answers. */
import { post, Refused } from "$lib/api/client";
import type { AttemptShown, GameEvent, LessonShown, Refusal, Text } from "$lib/api/wire";
import { say, without } from "$lib/words/words";
import { words } from "./words";

type Shown = LessonShown["position"];

const SCENE = 900; // ms for each move to be seen before the next

export class Trial {
  /** The moves that counted so far. */
  moves = $state.raw<readonly string[]>([]);
  position = $state.raw<Shown>() as Shown;
  events = $state.raw<readonly GameEvent[]>([]);
  beat = $state(0);
  last = $state.raw<string | null>(null);
  text = $state.raw<Text>() as Text;
  verdict = $state<AttemptShown["verdict"]>("begun");
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  /** Whether a right move is being shown, and what others reply; the next task comes after. */
  right = $state(false);

  constructor(readonly lesson: LessonShown) {
    this.position = lesson.position;
    this.text = lesson.text;
  }

  get met(): boolean {
    return this.verdict === "met";
  }

  /** What is said above the board. */
  get sentence(): string {
    if (this.right) return words("right");
    return this.refusal === null ? say(this.text) : without(this.refusal.text, this.refusal.rule);
  }

  restart(): void {
    this.moves = [];
    this.position = this.lesson.position;
    this.text = this.lesson.text;
    this.verdict = "begun";
    this.refusal = null;
    this.show([], null);
  }

  /** Tries a move; what does not count leaves the learner where they were. */
  async play(game: string, move: string): Promise<void> {
    if (this.busy || this.met) return;
    this.busy = true; // what was said stays until there is an answer
    try {
      const path = `/games/${game}/lessons/${this.lesson.number}/try`;
      await this.see(await post<AttemptShown>(path, { moves: [...this.moves, move] }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
    } finally {
      this.busy = false;
    }
  }

  private async see(made: AttemptShown): Promise<void> {
    this.verdict = made.verdict;
    this.refusal = made.refusal;
    this.right = made.verdict === "onward";
    if (!this.right) this.text = made.text;
    for (const scene of made.scenes) {
      this.position = { ...this.position, to_move: null, legal: [], view: scene.view };
      this.show(scene.events, scene.move);
      await new Promise((resume) => setTimeout(resume, SCENE));
    }
    this.right = false;
    this.text = made.text;
    this.moves = made.moves;
    this.position = made.position;
  }

  private show(events: readonly GameEvent[], move: string | null): void {
    this.events = events;
    this.last = move;
    this.beat += 1;
  }
}

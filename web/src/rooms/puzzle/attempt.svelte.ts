/** One puzzle under way: graded here by what each move gives away, so that no link is needed. */
import type { GameEvent, PuzzleShown, Refusal } from "$lib/api/wire";
import type { Face } from "$lib/board/face";
import { settings } from "$lib/state/settings.svelte";
import { capital, say, without } from "$lib/words/words";
import { solved, type Mark } from "./solved.svelte";
import { words } from "./words";

type Step = PuzzleShown["steps"][number];
const SCENE = 900; // ms for each move to be seen before the next

/** What a move is worth. */
export function markOf(puzzle: PuzzleShown, step: Step, move: string): Mark {
  const loss = step.moves[move] ?? 1;
  return loss < puzzle.tolerance ? "best" : loss < puzzle.close ? "close" : "wrong";
}

const percent = (chance: number): number => Math.round(100 * Math.min(1, Math.max(0, chance)));

export class Attempt {
  marks = $state.raw<readonly Mark[]>([]);
  step = $state(0);
  position = $state.raw<Step["position"]>() as Step["position"];
  events = $state.raw<readonly GameEvent[]>([]);
  beat = $state(0);
  last = $state.raw<string | null>(null);
  busy = $state(false);
  verdict = $state<"begun" | "onward" | "missed" | "met" | "lost">("begun");
  /** Mine in the puzzles of this game, and by how much it changed; null: the house did not say. */
  rating = $state.raw<{ now: number; change: number } | null>(null);
  streak = $state<number | null>(null);
  /** Why the last move may not be made, as the rules say; null: it may, or the house is out of reach. */
  refusal = $state.raw<Refusal | null>(null);
  /** Whether it was solved or lost before on this device: what is answered now counts no more. */
  practice = $state(false);
  /** What is answered then. */
  private practised = $state.raw<readonly Mark[]>([]);
  private found: readonly string[] = [];
  /** What was answered in vain since the beginning: the same again costs nothing. */
  private vain: readonly string[] = [];
  /** How often the board is put back: what was half chosen on it is gone. */
  round = $state(0);
  /** What is said, in whichever language is read then. */
  private said = $state.raw<() => string>(() => "");

  /** `face`: how the page asks for moves and reads them. */
  constructor(
    readonly puzzle: PuzzleShown,
    private readonly face: Pick<Face, "ask" | "spoken">,
  ) {
    this.begin();
    if (this.practice) this.recall();
  }

  /** What is said above the board. */
  get sentence(): string {
    return this.said();
  }

  get over(): boolean {
    return this.verdict === "met" || this.verdict === "lost";
  }

  /** How many mistakes are allowed still. */
  get left(): number {
    return this.puzzle.tries - this.missesIn(this.practice ? this.practised : this.marks);
  }

  /** Whether what was answered when it counted was right in the end. */
  get solved(): boolean {
    return this.marks.at(-1) === "best";
  }

  private get now(): Step {
    const step = this.puzzle.steps[this.step];
    if (step === undefined) throw new Error("there is no such step");
    return step;
  }

  /** From the first move again; what was answered stays answered, also when the page is opened anew. */
  begin(): void {
    const before = solved.of(this.puzzle.game, this.puzzle.day);
    this.practice = before.at(-1) === "best" || this.missesIn(before) >= this.puzzle.tries;
    this.marks = this.practice ? before : before.filter((mark) => mark !== "best");
    this.practised = [];
    this.step = 0;
    this.found = [];
    this.vain = [];
    this.verdict = "begun";
    this.refusal = null;
    this.position = this.now.position;
    this.ask();
    this.show([], null);
  }

  /** What was answered before is shown as it was left: the last position, and why. */
  private recall(): void {
    if (this.solved) this.step = this.puzzle.steps.length - 1;
    const { now } = this;
    const [scene] = now.scenes;
    this.verdict = this.solved ? "met" : "lost";
    this.said = () => this.why(this.solved ? "found" : "answer", now);
    this.streak = solved.streak(this.puzzle.game);
    if (scene === undefined) return;
    this.position = { ...this.position, to_move: null, legal: [], view: scene.view };
    this.last = scene.move;
  }

  async play(move: string): Promise<void> {
    if (this.busy || this.over) return;
    const step = this.now;
    this.refusal = null;
    if (!(move in step.moves)) return this.refuse(move);
    const mark = markOf(this.puzzle, step, move);
    const moves = [...this.found, move];
    if (this.vain.includes(moves.join())) return this.missed(step, move, mark);
    this.note(mark);
    const ends = mark !== "best" || this.step === this.puzzle.steps.length - 1;
    const told = ends ? this.tell(moves) : null; // at once: whoever leaves has answered all the same
    if (mark === "best") await this.right(step, move, moves);
    else {
      this.vain = [...this.vain, moves.join()];
      await this.missed(step, move, mark);
    }
    await told;
  }

  /** The answer is shown: nobody has to guess it. */
  async giveUp(): Promise<void> {
    if (this.busy || this.over) return;
    const step = this.now;
    const worst = Object.entries(step.moves).sort(([, a], [, b]) => b - a)[0]?.[0];
    this.note("wrong");
    this.lose(step);
    this.round += 1;
    const told = worst === undefined ? null : this.tell([...this.found, worst]);
    await this.scenes(step, 1);
    await told;
  }

  private async right(step: Step, move: string, moves: readonly string[]): Promise<void> {
    const last = this.step === this.puzzle.steps.length - 1;
    this.verdict = last ? "met" : "onward";
    this.said = () => (last ? this.why("found", step) : words("right"));
    if (move === step.best[0] || !last) await this.scenes(step, step.scenes.length);
    if (last) return;
    this.found = moves;
    this.step += 1;
    this.position = this.now.position;
    this.ask();
  }

  private ask(): void {
    const { position, task } = this.now;
    const { puzzle, step } = this;
    const turn = { view: position.view, options: puzzle.options, viewer: puzzle.seat, legal: position.legal };
    this.said = () => {
      if (step > 0) return say(task);
      const asked = this.face.ask({ ...turn, chosen: null });
      return `${asked ?? ""} ${say(task)}`.trim();
    };
  }

  /** A move that may not be made costs nothing: the rules say why. */
  private async refuse(move: string): Promise<void> {
    this.said = () => words("illegal", { move: capital(this.face.spoken(move)) });
    this.busy = true;
    try {
      const why = await solved.ask({ ...this.puzzle, puzzle: this.puzzle.id, moves: [...this.found, move] });
      if (why === null) return;
      this.refusal = why;
      this.said = () => without(why.text, why.rule);
    } finally {
      this.busy = false;
    }
  }

  private async missed(step: Step, move: string, mark: Mark): Promise<void> {
    const loss = step.moves[move] ?? 1;
    const said = { move: capital(this.face.spoken(move)), loss: percent(loss), left: percent(step.chance - loss) };
    this.verdict = "missed";
    this.said = () => words(mark === "close" ? "close" : "wrong", said);
    this.busy = true; // the move is seen for a moment, then the board puts it back
    await new Promise((resume) => setTimeout(resume, SCENE / 2));
    this.busy = false;
    this.show([], null);
    this.round += 1;
    if (this.left > 0) return;
    this.lose(step);
    await this.scenes(step, 1);
  }

  private note(mark: Mark): void {
    if (this.practice) this.practised = [...this.practised, mark];
    else this.marks = [...this.marks, mark];
  }

  private missesIn(marks: readonly Mark[]): number {
    return marks.filter((one) => one !== "best").length;
  }

  private lose(step: Step): void {
    this.verdict = "lost";
    this.said = () => this.why("answer", step);
  }

  private why(key: "found" | "answer", step: Step): string {
    const [best = "", ...others] = step.best.map(this.face.spoken);
    const said = words(key, { move: best, why: say(step.why) });
    if (others.length === 0) return said;
    const listed = new Intl.ListFormat(settings.language).format(others);
    return `${said} ${words("asGood", { n: others.length, moves: listed })}`;
  }

  private async tell(moves: readonly string[]): Promise<void> {
    if (this.practice) return;
    const { game, id, day } = this.puzzle;
    solved.keep(game, day, this.marks);
    this.streak = solved.streak(game);
    const told = await solved.tell({ game, puzzle: id, day, moves });
    if (told === null) return;
    this.streak = Math.max(told.streak, 0);
    if (told.change !== 0 || this.rating === null) this.rating = { now: told.rating, change: told.change };
  }

  private async scenes(step: Step, count: number): Promise<void> {
    this.busy = true;
    for (const scene of step.scenes.slice(0, count)) {
      this.position = { ...this.position, to_move: null, legal: [], view: scene.view };
      this.show(scene.events, scene.move);
      await new Promise((resume) => setTimeout(resume, SCENE));
    }
    this.busy = false;
  }

  private show(events: readonly GameEvent[], move: string | null): void {
    this.events = events;
    this.last = move;
    this.beat += 1;
  }
}

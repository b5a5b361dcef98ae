/** What this browser answered, day by day; and what the house has not been told yet. */
import { post, Refused } from "$lib/api/client";
import type { AnswerShown, DayShown, Refusal } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";
import { dayBefore, today } from "./days";

export type Mark = DayShown["marks"][number];

export interface Answer {
  game: string;
  puzzle: string;
  day: string;
  moves: readonly string[];
}

const PLACE = "tabletier.puzzles";
const WAITING = "tabletier.puzzles.waiting";
const MOST_WAITING = 50;
export const SQUARES: Readonly<Record<Mark, string>> = { best: "🟩", close: "🟨", wrong: "🟥" };

function kept<T>(place: string, without: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
    return typeof found === "object" && found !== null ? (found as T) : without;
  } catch {
    return without;
  }
}

class Solved {
  private sending: Promise<AnswerShown | null> = Promise.resolve(null);
  private days = $state.raw(kept<Readonly<Record<string, readonly Mark[]>>>(PLACE, {}));

  /** The marks of a day's puzzle; none: not tried here. */
  of(game: string, day: string): readonly Mark[] {
    return this.days[`${game} ${day}`] ?? [];
  }

  keep(game: string, day: string, marks: readonly Mark[]): void {
    this.days = { ...this.days, [`${game} ${day}`]: marks };
    localStorage.setItem(PLACE, JSON.stringify(this.days));
  }

  /** How many days in a row, up to today or yesterday, this browser solved. */
  streak(game: string, now = today()): number {
    const solved = (day: string): boolean => this.of(game, day).at(-1) === "best";
    let day = solved(now) ? now : dayBefore(now);
    let count = 0;
    for (; solved(day); day = dayBefore(day)) count += 1;
    return count;
  }

  /** Tells the house of an answer, and of those that it could not be told of before; null: not now. */
  async tell(answer: Answer): Promise<AnswerShown | null> {
    const waiting = [...kept<readonly Answer[]>(WAITING, []), answer].slice(-MOST_WAITING);
    localStorage.setItem(WAITING, JSON.stringify(waiting));
    return this.send();
  }

  /** Why an answer may not be given, as the rules say; null: the house cannot be asked. */
  async ask({ game, puzzle, moves }: Omit<Answer, "day">): Promise<Refusal | null> {
    try {
      await person.someone();
      await post<AnswerShown>(`/puzzles/${game}/${puzzle}/answers`, { moves });
      return null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.status === 422 ? error.refusal : null;
    }
  }

  /** Sends what waits, in order and once, however often it is asked for and in how many windows. */
  send(): Promise<AnswerShown | null> {
    this.sending = this.sending.catch(() => null).then(() => alone(() => this.sendAll()));
    return this.sending;
  }

  /** What the house refuses is not sent again. */
  private async sendAll(): Promise<AnswerShown | null> {
    let told: AnswerShown | null = null;
    for (let [first] = kept<Answer[]>(WAITING, []); first !== undefined; [first] = kept<Answer[]>(WAITING, [])) {
      try {
        await person.someone();
        const { game, puzzle, day, moves } = first;
        told = await post<AnswerShown>(`/puzzles/${game}/${puzzle}/answers`, { moves, day });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.status === 0 || error.status >= 429) return null;
        told = null;
      }
      localStorage.setItem(WAITING, JSON.stringify(kept<Answer[]>(WAITING, []).slice(1)));
    }
    return told;
  }
}

/** Does something while no other window of this browser does. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | null | undefined; // none where the page came without TLS
  return locks ? locks.request(WAITING, work) : work();
}

export const solved = new Solved();

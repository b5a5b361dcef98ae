import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleShown } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";
import { settings } from "$lib/state/settings.svelte";
import { Attempt, markOf } from "./attempt.svelte";
import { dayBefore, dayInWords, today } from "./days";
import { solved } from "./solved.svelte";

const text = (en: string): { fr: string; en: string } => ({ fr: en, en });
const scene = (move: string): unknown => ({ move, seat: 0, view: { after: move }, events: [], told: [] });

function puzzle(count: number, day: string): PuzzleShown {
  const step = (number: number): unknown => ({
    position: { to_move: 0, view: { step: number }, legal: ["a", "b", "c", "d"], ask: null },
    text: text(`Your turn: play a to d. Task ${number}.`),
    task: text(`Task ${number}.`),
    moves: { a: 0, b: 0.02, c: 0.2, d: 0.6, e: 0.5 },
    best: ["a", "b"],
    chance: 0.8,
    proven: false,
    why: text("is best"),
    scenes: number < count - 1 ? [scene("a"), scene("reply")] : [scene("a")],
  });
  const steps = Array.from({ length: count }, (_, number) => step(number));
  const parts = {
    id: "p",
    game: "chess",
    day,
    number: 1,
    rating: 1200,
    title: text("A puzzle"),
    rules: [],
    options: {},
  };
  return { ...parts, teams: [[0], [1]], seat: 0, tolerance: 0.05, close: 0.25, tries: 3, steps } as PuzzleShown;
}

const face = { ask: () => "Choose a letter.", spoken: (move: string) => move.toUpperCase() };

describe("a puzzle", () => {
  const sent: unknown[] = [];
  let linked = true;

  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    sent.length = 0;
    linked = true;
    settings.keep({ language: "en" });
    person.me = { name: "Ann", language: "en", login: null } as NonNullable<typeof person.me>;
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
      if (!linked) return Promise.reject(new TypeError("no link"));
      const asked = JSON.parse(body) as { moves: string[] };
      if (asked.moves.includes("z")) {
        const refusal = { code: "move/illegal", text: "Nobody plays z (GO-2).", rule: "GO-2", cells: ["z"] };
        return Promise.resolve(new Response(JSON.stringify(refusal), { status: 422 }));
      }
      sent.push(asked);
      const told = {
        mark: "best",
        loss: 0,
        done: true,
        text: text(""),
        marks: [],
        rating: 1250,
        change: 50,
        streak: 4,
      };
      return Promise.resolve(new Response(JSON.stringify(told)));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function played(attempt: Attempt, ...moves: string[]): Promise<void> {
    for (const move of moves) {
      const done = attempt.play(move);
      await vi.runAllTimersAsync();
      await done;
    }
  }

  it("is graded by what a move gives away, moves about as good accepted", () => {
    const one = puzzle(1, "2026-11-02");
    const [step] = one.steps;
    if (step === undefined) throw new Error("no step");
    expect(["a", "b", "c", "d"].map((move) => markOf(one, step, move))).toEqual(["best", "best", "close", "wrong"]);
  });

  it("says what a mistake costs, then why the answer is right, and tells the house", async () => {
    const attempt = new Attempt(puzzle(1, "2026-11-03"), face);
    expect(attempt.sentence).toBe("Choose a letter. Task 0.");
    await played(attempt, "z");
    expect([attempt.marks, attempt.sentence]).toEqual([[], "Nobody plays z."]);
    expect([attempt.refusal?.rule, attempt.refusal?.cells]).toEqual(["GO-2", ["z"]]);
    await played(attempt, "c");
    expect(attempt.refusal).toBeNull();
    expect(attempt.sentence).toBe("C: not bad, but it gives away 20% of your chances; 60% are left.");
    await played(attempt, "a");
    expect([attempt.verdict, attempt.sentence]).toEqual(["met", "Found it: A. This move is best. Just as good: B."]);
    expect([attempt.marks, attempt.streak]).toEqual([["close", "best"], 4]);
    expect(sent).toEqual([
      { moves: ["c"], day: "2026-11-03" },
      { moves: ["a"], day: "2026-11-03" },
    ]);
    expect(attempt.rating).toEqual({ now: 1250, change: 50 });
  });

  it("speaks in whole sentences, in both languages, whatever a game calls its moves", async () => {
    const named = { ask: () => "", spoken: (move: string) => `red ${move}` };
    const attempt = new Attempt(puzzle(1, "2026-11-10"), named);
    await played(attempt, "d");
    expect(attempt.sentence).toBe("Red d: this costs 60% of your chances; 20% are left. Look again.");
    await played(attempt, "a");
    expect(attempt.sentence).toBe("Found it: red a. This move is best. Just as good: red b.");
    settings.keep({ language: "fr" });
    expect(attempt.sentence).toBe("Trouvé\u00a0: red a. Ce coup is best. Aussi bon\u00a0: red b.");
  });

  it("goes on after the reply where it is several moves long, and is sent whole", async () => {
    const attempt = new Attempt(puzzle(2, "2026-11-04"), face);
    await played(attempt, "a");
    expect([attempt.verdict, attempt.sentence]).toEqual(["onward", "Task 1."]);
    expect(sent).toEqual([]);
    await played(attempt, "b");
    expect([attempt.verdict, attempt.marks.length]).toEqual(["met", 2]);
    expect(sent).toEqual([{ moves: ["a", "b"], day: "2026-11-04" }]);
  });

  it("is lost after three mistakes, or when the answer is asked for", async () => {
    const attempt = new Attempt(puzzle(1, "2026-11-05"), face);
    await played(attempt, "d");
    expect([attempt.round, attempt.events, attempt.last]).toEqual([1, [], null]); // the board is put back
    await played(attempt, "d"); // the same again costs nothing
    expect([attempt.verdict, attempt.marks]).toEqual(["missed", ["wrong"]]);
    await played(attempt, "e", "c", "a");
    expect([attempt.verdict, attempt.marks]).toEqual(["lost", ["wrong", "wrong", "close"]]);
    expect(attempt.last).toBe("a"); // and the answer is shown
    expect(attempt.sentence).toContain("The answer: A. This move is best.");
    const other = new Attempt(puzzle(1, "2026-11-06"), face);
    const done = other.giveUp();
    await vi.runAllTimersAsync();
    await done;
    expect([other.verdict, sent.at(-1)]).toEqual(["lost", { moves: ["d"], day: "2026-11-06" }]);
  });

  it("goes on where it stood when the page is opened anew, and counts once", async () => {
    const one = puzzle(1, "2026-11-08");
    await played(new Attempt(one, face), "d", "e");
    const again = new Attempt(one, face);
    expect([again.marks, again.practice]).toEqual([["wrong", "wrong"], false]);
    await played(again, "a");
    expect(again.marks).toEqual(["wrong", "wrong", "best"]);
    const later = new Attempt(one, face);
    expect([later.over, later.sentence]).toEqual([true, "Found it: A. This move is best. Just as good: B."]);
    later.begin();
    expect([later.over, later.left]).toEqual([false, 3]);
    await played(later, "d", "a");
    expect([later.practice, later.verdict, later.marks]).toEqual([true, "met", ["wrong", "wrong", "best"]]);
    expect(sent).toHaveLength(3);
  });

  it("shows the solved position and its reason when it is opened again, or the answer where it was lost", async () => {
    const two = puzzle(2, "2026-11-11");
    const attempt = new Attempt(two, face);
    await played(attempt, "a", "d");
    expect([attempt.left, attempt.solved]).toEqual([2, false]);
    await played(attempt, "a");
    const again = new Attempt(two, face);
    expect([again.verdict, again.solved, again.sentence]).toEqual(["met", true, attempt.sentence]);
    expect([again.position.view, again.last]).toEqual([{ after: "a" }, "a"]);
    const one = puzzle(1, "2026-11-12");
    const lost = new Attempt(one, face);
    await played(lost, "c", "d", "e");
    expect([new Attempt(one, face).verdict, new Attempt(one, face).sentence]).toEqual(["lost", lost.sentence]);
  });

  it("is told of once, however often what waits is sent", async () => {
    linked = false;
    await played(new Attempt(puzzle(1, "2026-11-09"), face), "d");
    linked = true;
    await Promise.all([solved.send(), solved.send(), solved.send()]);
    expect(sent).toEqual([{ moves: ["d"], day: "2026-11-09" }]);
  });

  it("is graded without a link, and told when there is one again", async () => {
    linked = false;
    const attempt = new Attempt(puzzle(1, "2026-11-07"), face);
    await played(attempt, "z");
    expect([attempt.sentence, attempt.refusal]).toEqual(["Z: this is not allowed here. Look for another move.", null]);
    await played(attempt, "a");
    expect([attempt.verdict, attempt.rating, sent]).toEqual(["met", null, []]);
    linked = true;
    await solved.send();
    await solved.send();
    expect(sent).toEqual([{ moves: ["a"], day: "2026-11-07" }]);
  });

  it("counts days in a row up to today or yesterday", () => {
    const now = "2026-12-03";
    expect(today(Date.UTC(2026, 11, 3, 23))).toBe(now);
    expect(dayBefore("2026-12-01")).toBe("2026-11-30");
    solved.keep("go", "2026-12-01", ["best"]);
    solved.keep("go", "2026-12-02", ["wrong", "best"]);
    expect(solved.streak("go", now)).toBe(2);
    solved.keep("go", now, ["wrong"]);
    expect(solved.streak("go", now)).toBe(2);
    solved.keep("go", now, ["close", "best"]);
    expect(solved.streak("go", now)).toBe(3);
  });

  it("writes a day as readers do", () => {
    settings.keep({ language: "en" });
    expect(dayInWords("2026-11-18")).toBe("18 November 2026");
    settings.keep({ language: "fr" });
    expect(dayInWords("2026-12-01")).toBe("1 décembre 2026");
  });
});

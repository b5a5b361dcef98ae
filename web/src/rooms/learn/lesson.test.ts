import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AttemptShown, LessonShown } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import { Trial } from "./lesson.svelte";

const text = (en: string): { fr: string; en: string } => ({ fr: en, en });
const position = { to_move: 0, view: {}, legal: ["a", "b"], ask: null } as unknown as LessonShown["position"];
const lesson = { number: 1, text: text("The task."), position } as unknown as LessonShown;
const scene = { move: "a", seat: 0, view: {}, events: [], told: [] };

/** The house answers every attempt so. */
function answers(verdict: AttemptShown["verdict"], said: string, scenes = 1): void {
  const told = {
    verdict,
    met: verdict === "met",
    text: text(said),
    moves: [],
    scenes: Array(scenes).fill(scene),
    position,
    refusal: null,
  };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(told))));
}

describe("what a lesson says", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.keep({ language: "en" });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ["missed", "Rather there."],
    ["met", "Well done."],
  ] as const)("when a move %s it is the answer from the first moment", async (verdict, said) => {
    answers(verdict, said, 2);
    const trial = new Trial(lesson);
    const played = trial.play("chess", "a");
    expect(trial.sentence).toBe("The task.");
    await vi.advanceTimersByTimeAsync(1);
    expect([trial.verdict, trial.sentence, trial.busy]).toEqual([verdict, said, true]);
    await vi.runAllTimersAsync();
    await played;
    expect(trial.sentence).toBe(said);
  });

  it("when a move leads on it is at once that it was right, and the next task after the replies", async () => {
    answers("onward", "The next task.", 4);
    const trial = new Trial(lesson);
    const played = trial.play("chess", "a");
    await vi.advanceTimersByTimeAsync(1);
    expect([trial.sentence, trial.right]).toEqual(["That is right!", true]);
    await vi.runAllTimersAsync();
    await played;
    expect([trial.sentence, trial.right]).toEqual(["The next task.", false]);
  });

  it("stays until there is an answer", async () => {
    answers("missed", "Rather there.");
    const trial = new Trial(lesson);
    const played = trial.play("chess", "a");
    await vi.runAllTimersAsync();
    await played;
    answers("met", "Well done.");
    const again = trial.play("chess", "b");
    expect(trial.sentence).toBe("Rather there.");
    await vi.runAllTimersAsync();
    await again;
  });
});

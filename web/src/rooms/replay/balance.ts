/** What a match gave and took, side by side: luck, play, the rest. */
import type { AnalysisShown } from "$lib/api/wire";

export interface Balance {
  side: number;
  start: number;
  luck: number;
  skill: number;
  rest: number;
  /** What a resignation or an agreement changed; null if there was none. */
  end: number | null;
  last: number;
}

/** One row per side; start + luck + skill + rest + end = last. */
export function balances(analysis: AnalysisShown): Balance[] {
  const { values, moves, teams } = analysis;
  const sum = (part: "luck" | "skill" | "rest", side: number): number =>
    moves.reduce((total, move) => total + (move[part][side] ?? 0), 0);
  return teams.map((_, side) => {
    const [last, before] = [values.at(-1)?.[side] ?? 0, values.at(-2)?.[side] ?? 0];
    return {
      side,
      start: values[0]?.[side] ?? 0,
      luck: sum("luck", side),
      skill: sum("skill", side),
      rest: sum("rest", side),
      end: values.length > moves.length + 1 ? last - before : null,
      last,
    };
  });
}

/** A difference of chances in points: +12, −3. */
export function points(share: number, language: string): string {
  const style = { signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  const rounded = Math.round(share * 100);
  const text = new Intl.NumberFormat(language, style).format(rounded === 0 ? 0 : rounded);
  return text.replace("-", "−");
}

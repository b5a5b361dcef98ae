/** Real tables for tests, as the house sent them. */
import found from "./fixtures.json";
import type { Happening, View } from "./view";

interface Moment {
  view: View;
  legal: string[];
  last: string | null;
  options: Record<string, string | number>;
}
interface Turn {
  before: View;
  after: View;
  events: Happening[];
  move: string;
}

/** `chain`: g7 may jump once or twice; `must`: it has to jump twice; `laying`: six tiles lie. */
export const moments = found as unknown as Record<"chain" | "must" | "laying", Moment>;
/** The other side takes two pawns in a turn, takes a crowned one, crowns one of its own. */
export const turns = found as unknown as Record<"took_two" | "took_crowned" | "crowning", Turn>;

/** A match to be looked at again, from a table of the house or from a record. */
import { get, postText } from "$lib/api/client";
import type { Furniture, Options, RecordShown, Replay, Result, Snapshot, StepShown } from "$lib/api/wire";

export interface Match {
  /** The table; null for a record from a file. */
  id: string | null;
  /** The text of a record from a file. */
  text: string | null;
  game: string;
  options: Options;
  teams: readonly (readonly number[])[];
  /** The players that a record names, seat by seat. */
  names: readonly string[];
  /** The number of the first step told; 0 but for very long matches. */
  first: number;
  steps: readonly StepShown[];
  result: Result | null;
  seed: string | null;
  commitment: string | null;
  /** Who sits at the table. */
  furniture: Furniture | null;
  /** For a record: whether it begins in a position, and not at the beginning. */
  setUp: boolean;
  /** For a record: whether the house found every draw to come from the seed. */
  drawsFit: boolean | null;
}

/** The match of a table as we may see it, also while it is played. */
export async function fromTable(id: string): Promise<Match> {
  const path = `/tables/${encodeURIComponent(id)}`;
  const [{ game, table, position }, { first, steps }] = await Promise.all([
    get<Snapshot>(path),
    get<Replay>(`${path}/replay`),
  ]);
  const { options, teams, result, seed, commitment } = table;
  const shared = position?.hides === true && table.yours.length > 1; // then the house shows what all may see
  const furniture = shared ? { ...table, yours: [] } : table;
  return {
    id,
    text: null,
    game,
    options,
    teams,
    first,
    steps,
    result,
    seed,
    commitment,
    furniture,
    names: [],
    setUp: false,
    drawsFit: null,
  };
}

/** The match that a record tells of. The house says why a text is none. */
export async function fromRecord(text: string): Promise<Match> {
  const { deal_verified: drawsFit, set_up: setUp, ...rest } = await postText<RecordShown>("/records", text);
  return { ...rest, id: null, text, first: 0, furniture: null, setUp, drawsFit };
}

/** The seats of whoever looks. */
export function seatsOf(match: Match): readonly number[] {
  return match.furniture?.yours ?? [];
}

/** From whose seat the match is looked at: the first of ours. Board and plates hold still, whoever moves. */
export function viewerOf(match: Match): number | null {
  return seatsOf(match)[0] ?? null;
}

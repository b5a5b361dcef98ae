/** How one may talk at a table: the rules of the game and what was agreed, as the house tells them. */
import type { Furniture, Saying } from "$lib/api/wire";

export interface Manners {
  /** Where one's words may go. */
  channels: readonly Saying["channel"][];
  /** Where they go until something else is chosen: what is for a partner is told to nobody by mistake. */
  usual: Saying["channel"];
  /** Whether the rules close all talk of players until the end. */
  closed: boolean;
  /** Whether people agreed to play in silence. */
  silent: boolean;
  /** Whether the rules have partners talk so that everybody hears it. */
  aloud: boolean;
  /** The rule that says so. */
  rule: string | null;
  /** The seat of a partner whom the house plays, and who answers questions. */
  partner: number | null;
}

export function mannersOf(furniture: Furniture | null): Manners {
  const [own] = furniture?.yours ?? [];
  if (furniture === null || own === undefined)
    return {
      channels: ["spectators"],
      usual: "spectators",
      closed: false,
      silent: false,
      aloud: false,
      rule: null,
      partner: null,
    };
  const { talk, seats, house, confers } = furniture;
  const playing = furniture.status === "playing";
  const side = furniture.teams.find((team) => team.includes(own)) ?? [];
  const partners = side.filter((seat) => !furniture.yours.includes(seat));
  const advises = house.hints || !house.hints_agreed;
  const answering = partners.find((seat) => seats[seat]?.level != null);
  return {
    channels: confers ? ["table", "team"] : ["table"],
    usual: confers && playing ? "team" : "table",
    closed: playing && talk.way === "closed",
    silent: playing && !house.talk,
    aloud: playing && talk.way === "aloud" && talk.rule !== null && partners.length > 0,
    rule: talk.rule,
    partner: playing && advises && talk.way !== "closed" ? (answering ?? null) : null,
  };
}

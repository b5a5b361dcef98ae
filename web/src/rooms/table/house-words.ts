/** What is agreed about a table beside the rules of its game, in words. */
import type { Clock, House } from "$lib/api/wire";
import { shelf } from "$lib/state/shelf.svelte";
import { say } from "$lib/words/words";
import { words } from "./waiting-words";

const TAKEBACK = { never: "takebackNever", ask: "takebackAsk", free: "takebackFree" } as const;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Everything that was agreed for a match of a game, each with its name. */
export function agreedOn(house: House, game: string): [string, string][] {
  return [
    [words("clock"), clockOf(house.clock)],
    [words("rated"), words(house.rated ? "ratedYes" : "no")],
    [words("takeback"), takebackOf(house)],
    [words("hints"), hintsOf(house)],
    [words("talk"), words(house.talk ? "yes" : "no")],
    ...rest(house, game),
    [words("seen"), words(house.public ? "seenAll" : "seenLink")],
  ];
}

/** Who is waited for how long; where people have days, what else they agreed about their time. */
function rest(house: House, game: string): [string, string][] {
  const { kind, hours, leave, end } = house.clock;
  if (kind !== "days") return [[words("patience"), standInOf(house, game)]];
  return [
    [words("quietHours"), hours === 24 ? words("no") : words("hours", { n: 24 - hours })],
    [words("leaveDays"), leave === 0 ? words("no") : words("days", { n: leave })],
    [words("atTheEnd"), words(end === "loss" ? "endLoss" : "endStandIn")],
  ];
}

export function clockOf({ kind, seconds, increment, bank }: Clock): string {
  if (kind === "none") return words("clockNone");
  if (kind === "days") {
    const move = lasting(seconds);
    return bank === 0 ? words("clockDays", { move }) : words("clockBank", { move, bank: lasting(bank) });
  }
  if (kind === "move") return words("clockMove", { n: seconds });
  const minutes = seconds / MINUTE;
  return increment === 0 ? words("clockMinutes", { n: minutes }) : words("clockIncrement", { minutes, n: increment });
}

function takebackOf({ takeback, takeback_draws }: House): string {
  const how = words(TAKEBACK[takeback]);
  return takeback === "never" || takeback_draws ? how : words("butNoDraws", { how });
}

function hintsOf({ hints, hints_agreed }: House): string {
  if (hints_agreed) return words(hints ? "yes" : "no");
  return words(hints ? "hintsAlone" : "hintsBetween");
}

function standInOf({ patience, stand_in }: House, game: string): string {
  const level = shelf.level(stand_in, game);
  const name = level === undefined ? "" : say(level.name);
  return words("patienceOf", { time: lasting(patience), name, level: stand_in });
}

function lasting(seconds: number): string {
  if (seconds < 2 * MINUTE) return words("seconds", { n: seconds });
  if (seconds < 2 * HOUR) return words("minutes", { n: Math.round(seconds / MINUTE) });
  return seconds < DAY
    ? words("hours", { n: Math.round(seconds / HOUR) })
    : words("days", { n: Math.round(seconds / DAY) });
}

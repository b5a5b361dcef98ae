/** What is asked at a table and what is answered, in words for whoever looks. */
import type { Act, Furniture } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import { say } from "$lib/words/words";
import { words } from "./asking-words";

type Name = (seat: number | null | undefined) => string;

const ASKS = {
  takeback: "asksTakeback",
  stand_in: "asksStandIn",
  draw: "asksDraw",
  rematch: "asksRematch",
} as const;
const YOU_ASK = {
  takeback: "youAskTakeback",
  stand_in: "youAskStandIn",
  draw: "youAskDraw",
  rematch: "youAskRematch",
} as const;

export function isOurs({ asked_by, yours }: Furniture): boolean {
  return asked_by !== null && yours.includes(asked_by);
}

/** Whether this person has yet to answer. */
export function isOwed({ question, yours, agreed, declined }: Furniture): boolean {
  const [first] = yours;
  return question !== null && first !== undefined && !agreed.includes(first) && !declined.includes(first);
}

/** The question as a sentence; null where nothing is asked. */
export function asked(furniture: Furniture, name: Name): string | null {
  const { question } = furniture;
  if (question === null) return null;
  if (isOurs(furniture)) return words(YOU_ASK[question]);
  const otherwise = question === "rematch" && isOtherwise(furniture);
  return words(otherwise ? "asksOtherwise" : ASKS[question], { name: name(furniture.asked_by) });
}

/** Who has declined though others may still agree, and whose answer is waited for. */
export function awaited({ question, seats, agreed, declined }: Furniture, name: Name): string {
  const open = seats.flatMap((seat, n) => {
    const here = seat.level === null || question === "takeback" || question === "draw";
    const asked = seat.person ? here : question === "draw";
    return asked && !agreed.includes(n) && !declined.includes(n) ? [name(n)] : [];
  });
  const out = declined.map((seat) => name(seat));
  return [
    ...(out.length === 0 ? [] : [words("notComing", { names: listed(out), n: out.length })]),
    ...(open.length === 0 ? [] : [words("waitingFor", { names: listed(open) })]),
  ].join(" ");
}

const ANSWERS = {
  others: { moved: "movedOn", yes: "agrees", no: "declines" },
  ours: { moved: "youMovedOn", yes: "youAgree", no: "youDecline" },
} as const;

/** What the last line says about a question, for everybody; null if it says nothing of the kind. */
export function answered(acts: readonly Act[], name: Name, yours: readonly number[]): string | null {
  const alone = yours.length === 1; // of several at one screen, each has a name
  const told = acts.flatMap((act) => {
    if (act.act === "took_back") return [words("tookBack")];
    if (act.act !== "answered" && act.act !== "withdrawn") return [];
    const own = alone && yours.includes(act.seat);
    const who = { name: name(act.seat) };
    if (act.act === "withdrawn") return [words(own ? "youWithdrew" : "withdrew", who)];
    if (act.text !== null) return [words(act.yes ? "agreesSaying" : "declinesSaying", { ...who, text: say(act.text) })];
    return [words(ANSWERS[own ? "ours" : "others"][act.reason === "moved" ? "moved" : act.yes ? "yes" : "no"], who)];
  });
  return told.length === 0 ? null : told.join(" ");
}

function isOtherwise({ proposed, options, house }: Furniture): boolean {
  if (proposed === null) return false;
  const plain = (house: Furniture["house"]): object => ({ ...house, hints: null });
  return JSON.stringify([proposed.options, plain(proposed.house)]) !== JSON.stringify([options, plain(house)]);
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.language).format(names);
}

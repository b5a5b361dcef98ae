/** What has happened since one's last move, for the line in words. */
import type { Deed, Face, Sitter } from "$lib/board/face";
import { taken } from "$lib/board/taken";
import { named } from "$lib/words/words";
import { words } from "./words";

/** More deeds than these are told in as few signs as possible. */
const FULLY = 3;
/** How far back one may have looked away. */
const MOST = 24;

/** The moves with their makers; none while makers are not known. What is secret is the list's to say. */
export function deedsOf(moves: readonly (string | null)[], deeds: readonly Deed[]): readonly Deed[] {
  if (moves.length !== deeds.length) return [];
  return deeds.map((deed, n) => ({ ...deed, move: moves[n] ?? null }));
}

/** Everything after the viewer's last move; of a spectator, the last move. */
export function sinceOf(deeds: readonly Deed[], viewer: number | null): readonly Deed[] {
  const own = viewer === null ? deeds.length - 2 : deeds.findLastIndex(({ seat }) => seat === viewer);
  return deeds.slice(own + 1).slice(-MOST);
}

/** The last thing told that is not ours: what lies before us, the line asks for anyway, and says "you". */
export function lastOfOthers(told: readonly string[], yours: readonly number[]): string {
  const [own] = yours.length === 1 ? yours : [];
  const ours = own === undefined ? null : new RegExp(`\\b(?:Joueur|Player) ${own + 1}\\b`);
  return told.findLast((sentence) => ours === null || !ours.test(sentence)) ?? "";
}

/** One line: who did what, in order; while nobody has moved after us, our own move. */
export function happened(
  deeds: readonly Deed[],
  since: readonly Deed[],
  sitters: readonly Sitter[],
  face: Face,
): string {
  if (since.length === 0) {
    const own = deeds.at(-1);
    if (own === undefined) return "";
    const said = words("youDid", { move: own.move === null ? words("secretMove") : face.spoken(own.move) });
    return [said, ...ended([own], sitters, face)].join(" ");
  }
  const fully = since.length <= FULLY;
  const said = turns(since).map((turn) => {
    const name = sitters[turn[0]?.seat ?? -1]?.name ?? "";
    const did = turn.map((deed) => (fully ? named(face.did(deed), sitters) : inBrief(deed, face)));
    return `${name}\u00a0${did.join(", ")}`;
  });
  return [words("happened", { deeds: said.join(words("then")) }), ...ended(since, sitters, face)].join(" ");
}

/** Who won a round that these deeds ended: the one who ended it need not be the one. */
function ended(deeds: readonly Deed[], sitters: readonly Sitter[], face: Face): string[] {
  return deeds.flatMap(({ events }) => face.ended?.(events, sitters) ?? []);
}

function inBrief(deed: Deed, face: Face): string {
  const move = deed.move === null ? words("secretMove") : face.brief(deed.move);
  return taken(deed.events, face) > 0 ? `${move}\u00a0×` : move;
}

/** Deeds of the same seat one after another belong together. */
function turns(deeds: readonly Deed[]): Deed[][] {
  const found: Deed[][] = [];
  for (const deed of deeds) {
    const turn = found.at(-1);
    if (turn?.[0]?.seat === deed.seat) turn.push(deed);
    else found.push([deed]);
  }
  return found;
}

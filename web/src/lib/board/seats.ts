/** Who sits where, as boards and plates show it. */
import type { Furniture, LevelShown, Position, SeatShown } from "$lib/api/wire";
import type { BoardProps, Sitter } from "./face";
import { say } from "$lib/words/words";

/** Everybody at a table, in order of seats. */
export function sittersOf(furniture: Furniture, levels: readonly LevelShown[]): Sitter[] {
  const names = toldApart(furniture.seats.map((seat) => nameOf(seat, levels)));
  const { teams, yours } = furniture;
  const ours = new Set(yours.map((seat) => sideOf(teams, seat)));
  return furniture.seats.map((_, number) => {
    const side = sideOf(teams, number);
    const own = yours.includes(number);
    return {
      seat: number,
      name: names[number] ?? "",
      side,
      yours: own,
      partner: !own && ours.size === 1 && ours.has(side),
    };
  });
}

/** A person's name, that of an opponent, or of its level. */
function nameOf(seat: SeatShown, levels: readonly LevelShown[]): string {
  if (seat.name || seat.opponent) return seat.name || seat.opponent;
  const level = levels.find((shown) => shown.level === seat.level);
  return level === undefined ? "" : say(level.name);
}

/** The same names, those that several share followed by a number, from which no line break parts them. */
export function toldApart(names: readonly string[]): string[] {
  return names.map((name, index) => {
    if (name === "" || names.indexOf(name) === names.lastIndexOf(name)) return name;
    return `${name}\u00a0${names.slice(0, index + 1).filter((other) => other === name).length}`;
  });
}

/** The side that a seat plays for; every seat its own where there are no teams. */
export function sideOf(teams: readonly (readonly number[])[] | undefined, seat: number): number {
  const side = teams?.findIndex((team) => team.includes(seat)) ?? -1;
  return side < 0 ? seat : side;
}

/** The seat whose view the house sends: of several of ours the one to move, else the first. */
export function viewerOf(furniture: Furniture | null, position: Position | null): number | null {
  if (furniture === null) return null;
  const { yours } = furniture;
  const moving = position?.to_move ?? null;
  return moving !== null && yours.includes(moving) ? moving : (yours[0] ?? null);
}

/** Whose plate lies nearest: the viewer's; where several share a board that holds still, the first one's. */
export function nearestOf(yours: readonly number[], viewer: number | null, still: boolean): number | null {
  return still && yours.length > 1 ? (yours[0] ?? viewer) : viewer;
}

/** The seat at the bottom of a board that is turned to one: the nearest if there is one; else, where several share
 *  the screen, the first of theirs, so that it stays as it lies; else the viewer's. */
export function bottomOf({ near, sitters, viewer }: Pick<BoardProps, "near" | "sitters" | "viewer">): number | null {
  if (near != null) return near;
  const yours = sitters.filter((sitter) => sitter.yours);
  return yours.length > 1 ? (yours[0]?.seat ?? null) : viewer;
}

/** Those opposite, in order of play after ours, and whose seat is ours. */
export function around(sitters: readonly Sitter[], viewer: number | null): { others: Sitter[]; own: Sitter[] } {
  const from = viewer ?? -1;
  const turn = (seat: number): number => (seat - from - 1 + sitters.length) % sitters.length;
  const others = sitters.filter(({ seat }) => seat !== viewer).sort((a, b) => turn(a.seat) - turn(b.seat));
  return { others, own: sitters.filter(({ seat }) => seat === viewer) };
}

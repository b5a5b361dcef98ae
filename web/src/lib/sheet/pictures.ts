/** The pictures of rule sheets: positions that the house tells, by the names the sheet calls them. */
import { get } from "../api/client";
import type { FigureShown } from "../api/wire";
import { faceOf, type Face, type Sitter } from "../board/face";
import { words } from "./words";

/** Everything that drawing a game's pictures takes. */
export interface Album {
  face: Face;
  figures: ReadonlyMap<string, FigureShown>;
}

const kept = new Map<string, Promise<Album>>();

/** The pictures of a game, fetched once. */
export function albumOf(game: string): Promise<Album> {
  let album = kept.get(game);
  if (album === undefined) {
    album = open(game);
    album.catch(() => kept.delete(game));
    kept.set(game, album);
  }
  return album;
}

async function open(game: string): Promise<Album> {
  const [face, figures] = await Promise.all([
    faceOf(game),
    get<FigureShown[]>(`/games/${encodeURIComponent(game)}/pictures`),
  ]);
  return { face, figures: new Map(figures.map((figure) => [figure.name, figure])) };
}

/** Who sits at the table of a picture: people without names. */
export function sittersOf(teams: readonly (readonly number[])[]): Sitter[] {
  return teams
    .flatMap((team, side) => team.map((seat) => ({ seat, side, yours: false, name: words("player", { n: seat + 1 }) })))
    .sort((one, other) => one.seat - other.seat);
}

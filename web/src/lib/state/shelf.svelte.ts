/** The games of the house and the opponents that wait there; fetched once. */
import { get } from "../api/client";
import type { Catalogue, GameShown, LevelShown, MannerShown, SeatShown } from "../api/wire";

class Shelf {
  games = $state.raw<GameShown[]>([]);
  private fetching: Promise<void> | null = null;

  /** Fetches the catalogue, once. */
  open(): Promise<void> {
    this.fetching ??= this.fetch().catch((error: unknown) => {
      this.fetching = null;
      throw error;
    });
    return this.fetching;
  }

  find(key: string): GameShown | undefined {
    return this.games.find((game) => game.key === key);
  }

  /** The levels of the house in a game, the weakest first; none before the shelf is there. */
  levels(game: string): readonly LevelShown[] {
    return this.find(game)?.levels ?? [];
  }

  level(number: number, game: string): LevelShown | undefined {
    return this.levels(game).find(({ level }) => level === number);
  }

  /** How an opponent of the house at a seat plays; null: a person, a stand-in, or in no manner. */
  mannerAt(seat: SeatShown | undefined, game: string): MannerShown | null {
    if (seat === undefined || seat.level === null || seat.person || !this.find(game)?.manners) return null;
    return this.level(seat.level, game)?.people.find(({ name }) => name === seat.opponent)?.manner ?? null;
  }

  private async fetch(): Promise<void> {
    this.games = (await get<Catalogue>("/games")).games;
  }
}

/** Whether one of these games is called so, or is for so many players; nobody knows before they are read. */
export function offers(games: readonly GameShown[], what: "game" | "players", value: string): boolean {
  if (games.length === 0) return what === "game" || /^[1-8]$/.test(value);
  return games.some((game) => (what === "game" ? game.key === value : game.players.map(String).includes(value)));
}

export const shelf = new Shelf();

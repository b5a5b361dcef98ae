/** What we are rated at each game, looked up once the house knows us. */
import { get, patch, Refused } from "../api/client";
import type { MyRating, MyRatings } from "../api/wire";

class Mine {
  listed = $state(true);
  games = $state.raw<MyRating[]>([]);

  /** Looks it up; whoever is nobody yet has none. */
  async look(): Promise<void> {
    try {
      const found = await get<MyRatings>("/me/ratings");
      [this.listed, this.games] = [found.listed, found.games];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** What we are rated at a game; nothing before the first match that counted. */
  at(game: string): MyRating | undefined {
    return this.games.find((found) => found.game === game && found.matches > 0);
  }

  /** Stands on the ladders that others see, or not. */
  async list(listed: boolean): Promise<void> {
    this.listed = listed;
    await patch("/me", { listed });
  }
}

export const mine = new Mine();

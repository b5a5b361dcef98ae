/** When chance draws in a match, as its game says: never, before the first move only, or during play too. */
import type { GameShown } from "../api/wire";

type Draws = GameShown["draws"];
const OFTEN: readonly Draws[] = ["never", "start", "play"];

/** Of a game with some options; of a game that is not known, whatever may be. */
export function drawsIn(game: GameShown | undefined, options: Readonly<Record<string, unknown>>): Draws {
  if (game === undefined) return "play";
  const found: Draws[] = Object.entries(game.options.properties).flatMap(
    ([key, { draws }]) => draws[String(options[key])] ?? [],
  );
  return [game.draws, ...found].reduce((most, one) => (OFTEN.indexOf(one) > OFTEN.indexOf(most) ? one : most));
}

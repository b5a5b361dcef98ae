/** The lintel over the rooms: on a low screen it makes way for the board while a match is played. */
import { low } from "../ui/screen";

class Lintel {
  /** Whether a match is being played here. */
  playing = $state(false);

  get folded(): boolean {
    return this.playing && low.current;
  }
}

export const lintel = new Lintel();

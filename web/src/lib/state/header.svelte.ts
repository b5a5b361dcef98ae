/** The header over the rooms: on a low screen it makes way for the board while a match is played. */
import { low } from "../ui/screen";

class HeaderState {
  /** Whether a match is being played here. */
  playing = $state(false);

  get folded(): boolean {
    return this.playing && low.current;
  }
}

export const header = new HeaderState();

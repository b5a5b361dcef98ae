/** The header over the rooms: where there is little room it makes way for the board while a match is played. */
import { low } from "../ui/screen";
import { letters } from "./letters.svelte";

class HeaderState {
  /** Whether a match is being played here. */
  playing = $state(false);

  get folded(): boolean {
    return this.playing && (low.current || letters.large);
  }
}

export const header = new HeaderState();

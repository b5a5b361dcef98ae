/** A record that was opened from a file: its text, on its way from the shelf to the replay. */
class Opened {
  text = $state.raw<string | null>(null);
}

export const opened = new Opened();

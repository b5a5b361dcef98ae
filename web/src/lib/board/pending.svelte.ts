/** The place of a board that was touched and waits for a second touch, for the line in words. */
class Pending {
  /** What is there, in words; null: nothing waits. */
  label = $state<string | null>(null);
}

export const pending = new Pending();

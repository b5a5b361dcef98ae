/** What this browser remembers of how its reader likes the page. */

/** What may be chosen. What the reader has not chosen depends on the device. */
export const CHOICES = {
  language: ["fr", "en"],
  theme: ["system", "light", "dark"],
  /** Small sounds; off on phones until asked for. */
  sound: [true, false],
  /** Whether legal places are shown all the time rather than on demand. */
  targets: [true, false],
  /** Whether a touched place is touched again before the move is made: `auto` where it is small. */
  confirm: ["auto", "always", "never"],
  /** How pieces move: `system` as the device asks. */
  motion: ["system", "none", "quick", "slow"],
  /** Whether the phone trembles a little at one's turn and at a refusal. */
  vibration: [true, false],
  /** Whether the screen stays on while it is one's turn. */
  wake: [true, false],
  /** Seconds that the house takes at least for a move; null: as it usually does. */
  pace: [null, 0, 0.4, 0.7, 1.2, 2],
} as const;

export type Kept = { -readonly [Key in keyof typeof CHOICES]: (typeof CHOICES)[Key][number] };
export type Theme = Kept["theme"];

const PLACE = "tabletier.settings";

/** What is kept, whatever an older page or a curious reader has left there. */
export function read(text: string | null, fallback: Kept): Kept {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return fallback;
  }
  if (typeof found !== "object" || found === null) return fallback;
  const sensible = Object.entries(found).filter(
    ([key, value]) => Object.hasOwn(CHOICES, key) && CHOICES[key as keyof Kept].includes(value as never),
  );
  return { ...fallback, ...(Object.fromEntries(sensible) as Partial<Kept>) };
}

function atFirst(): Kept {
  const french = navigator.languages.find((tag) => /^(fr|en)\b/i.test(tag));
  const phone = matchMedia("(pointer: coarse)").matches;
  return {
    language: french?.toLowerCase().startsWith("en") === true ? "en" : "fr",
    theme: "system",
    sound: !phone,
    targets: false,
    confirm: "auto",
    motion: "system",
    vibration: phone,
    wake: phone,
    pace: null,
  };
}

class Settings implements Kept {
  language = $state<Kept["language"]>("fr");
  theme = $state<Kept["theme"]>("system");
  sound = $state(false);
  targets = $state(false);
  confirm = $state<Kept["confirm"]>("auto");
  motion = $state<Kept["motion"]>("system");
  vibration = $state(false);
  wake = $state(false);
  pace = $state<Kept["pace"]>(null);

  constructor() {
    Object.assign(this, read(localStorage.getItem(PLACE), atFirst()));
  }

  /** Changes something and remembers it. */
  keep(change: Partial<Kept>): void {
    Object.assign(this, change);
    const keys = Object.keys(CHOICES) as (keyof Kept)[];
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(keys.map((key) => [key, this[key]]))));
  }
}

export const settings = new Settings();

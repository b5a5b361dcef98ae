/** What this browser remembers of how its reader likes the page. */
import type { Language } from "../words/words";

export type Theme = "light" | "dark" | "system";

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  targets: boolean;
}

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
  const kept = found as Partial<Record<keyof Kept, unknown>>;
  return {
    language: kept.language === "fr" || kept.language === "en" ? kept.language : fallback.language,
    theme:
      kept.theme === "light" || kept.theme === "dark" || kept.theme === "system"
        ? kept.theme
        : fallback.theme,
    sound: typeof kept.sound === "boolean" ? kept.sound : fallback.sound,
    targets: typeof kept.targets === "boolean" ? kept.targets : fallback.targets,
  };
}

function atFirst(): Kept {
  const french = navigator.languages.find((tag) => /^(fr|en)\b/i.test(tag));
  const phone = matchMedia("(pointer: coarse)").matches;
  return {
    language: french?.toLowerCase().startsWith("en") === true ? "en" : "fr",
    theme: "system",
    sound: !phone,
    targets: false,
  };
}

class Settings {
  language = $state<Language>("fr");
  theme = $state<Theme>("system");
  /** Small sounds; off on phones until asked for. */
  sound = $state(false);
  /** Whether legal places are shown all the time rather than on demand. */
  targets = $state(false);

  constructor() {
    Object.assign(this, read(localStorage.getItem(PLACE), atFirst()));
  }

  /** Changes something and remembers it. */
  keep(change: Partial<Kept>): void {
    Object.assign(this, change);
    const { language, theme, sound, targets } = this;
    localStorage.setItem(PLACE, JSON.stringify({ language, theme, sound, targets }));
  }
}

export const settings = new Settings();

/** Whose time ran out: beside the winner's name, "out of time" alone would be theirs. */
import { catalogue } from "./words";

const words = catalogue({
  fr: { theirs: "le temps de {name} est écoulé", yours: "votre temps est écoulé" },
  en: { theirs: "{name} ran out of time", yours: "your time ran out" },
});

/** The reason of an end, where it is that somebody's time ran out; null: another reason, or nobody knows whose. */
export function timeUp(reason: string, name: string, own = false): string | null {
  if (reason !== "time" || name === "") return null;
  return own ? words("yours") : words("theirs", { name });
}

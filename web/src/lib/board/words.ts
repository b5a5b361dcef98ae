import { catalogue } from "../words/words";

export const words = catalogue({
  fr: { again: "Touchez encore", againLabel: "{label}, touchez encore pour jouer" },
  en: { again: "Tap again", againLabel: "{label}, tap again to play" },
});

import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    again: "Touchez encore",
    againLabel: "{label}, touchez encore pour jouer",
    took: "avec prise|avec {n} prises",
  },
  en: {
    again: "Tap again",
    againLabel: "{label}, tap again to play",
    took: "with a capture|with {n} captures",
  },
});

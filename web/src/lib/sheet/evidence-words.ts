import { catalogue } from "../words/words";

export const words = catalogue({
  fr: { evidence: "Ce que l’on en sait", understood: "J’ai compris" },
  en: { evidence: "What is known of it", understood: "I see" },
});

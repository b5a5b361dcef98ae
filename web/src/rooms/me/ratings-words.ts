import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    title: "Cotes",
    help: "Des tables dont il a été convenu qu’elles comptent.",
    none: "aucune partie classée",
    listed: "Figurer dans les classements que voient les autres",
  },
  en: {
    title: "Ratings",
    help: "From tables that were agreed to count.",
    none: "no rated match yet",
    listed: "Stand on the ladders that others see",
  },
});

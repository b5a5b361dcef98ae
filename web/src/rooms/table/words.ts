import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: { thinks: "{name} réfléchit…", over: "La partie est terminée.", joining: "On s’installe…" },
  en: { thinks: "{name} is thinking…", over: "The match is over.", joining: "Sitting down…" },
});

import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    changed: "Cotes",
    profiles: "Profils :",
    gained: "{name} : {before} → {after} (+{by})",
    lost: "{name} : {before} → {after} (−{by})",
    kept: "{name} : {after} (inchangée)",
    hidden: "{name} : ne souhaite pas être listé",
    ladder: "Le classement",
  },
  en: {
    changed: "Ratings",
    profiles: "Profiles:",
    gained: "{name}: {before} → {after} (+{by})",
    lost: "{name}: {before} → {after} (−{by})",
    kept: "{name}: {after} (unchanged)",
    hidden: "{name}: would rather not be listed",
    ladder: "The ladder",
  },
});

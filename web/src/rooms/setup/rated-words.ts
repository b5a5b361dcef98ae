import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    rated: "Partie classée",
    help: "Compte pour votre cote : sans conseils, et rien n’est repris. Qui part a perdu ; seul contre la maison, qui reste absent un jour aussi.",
    uneven: "À ce nombre de joueurs les camps sont inégaux : la partie ne peut pas être classée.",
    shared: "Plusieurs places à un même écran : la partie ne peut pas être classée.",
    yours: "Votre cote : {rating}.",
    ladder: "Voir le classement",
    even: "À peu près votre force.",
  },
  en: {
    rated: "Rated match",
    help: "Counts for your rating: no hints, and nothing is taken back. Who leaves has lost; alone against the house, so has who stays away for a day.",
    uneven: "With so many players the sides are uneven: the match cannot be rated.",
    shared: "Several seats at one screen: the match cannot be rated.",
    yours: "Your rating: {rating}.",
    ladder: "See the ladder",
    even: "About as strong as you are.",
  },
});

import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    home: "Tabletier, retour aux jeux",
    language: "English",
    languageLabel: "Passer en anglais",
    lampOn: "Allumer la lampe (clair)",
    lampOff: "Éteindre la lampe (sombre)",
    soundOn: "Activer les sons",
    soundOff: "Couper les sons",
    me: "Vous",
    wrong: "Quelque chose s’est mal passé ici.",
    wrongHelp: "La page n’a pas pu être ouverte. Rien n’est perdu : vos parties sont gardées.",
    reload: "Recharger la page",
    back: "Retour aux jeux",
    close: "Fermer",
  },
  en: {
    home: "Tabletier, back to the games",
    language: "Français",
    languageLabel: "Switch to French",
    lampOn: "Turn the lamp on (light)",
    lampOff: "Turn the lamp off (dark)",
    soundOn: "Turn sounds on",
    soundOff: "Turn sounds off",
    me: "You",
    wrong: "Something went wrong here.",
    wrongHelp: "The page could not be opened. Nothing is lost: your games are kept.",
    reload: "Load the page again",
    back: "Back to the games",
    close: "Close",
  },
});

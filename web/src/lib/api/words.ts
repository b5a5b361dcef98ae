import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    lost: "La maison ne répond pas. Vérifiez votre connexion, puis réessayez.",
    odd: "La maison a donné une réponse inattendue ({status}). Réessayez dans un instant.",
  },
  en: {
    lost: "The house does not answer. Check your connection, then try again.",
    odd: "The house gave an unexpected answer ({status}). Try again in a moment.",
  },
});

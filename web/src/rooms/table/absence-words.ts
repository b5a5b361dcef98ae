import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    awayUntil: "{name} n’est plus là. Sans retour avant {hour}, la maison jouera à sa place.",
    awayOpen: "{name} n’est plus là. Sa place l’attend.",
    standsIn: "La maison joue pour {name} jusqu’à son retour.",
    plateUntil: "pas là · {time}",
    plateOpen: "pas là",
    playedFor:
      "En votre absence, la maison a joué un coup pour vous.|En votre absence, la maison a joué {n} coups pour vous.",
    takeBack: "Reprendre là où j’étais",
    takeBackAsk: "Demander à le reprendre|Demander à les reprendre",
    letStand: "Laisser ainsi",
  },
  en: {
    awayUntil: "{name} is away. Unless they are back by {hour}, the house will play for them.",
    awayOpen: "{name} is away. Their seat waits for them.",
    standsIn: "The house plays for {name} until they are back.",
    plateUntil: "away · {time}",
    plateOpen: "away",
    playedFor:
      "While you were away, the house made one move for you.|While you were away, the house made {n} moves for you.",
    takeBack: "Take it back|Take them back",
    takeBackAsk: "Ask to take it back|Ask to take them back",
    letStand: "Leave it as it is",
  },
});

import { catalogue } from "$lib/words/words";

export const words = catalogue({
  fr: {
    move: "Jours par coup",
    bank: "Jours en réserve",
    bankHelp: "Pour toute la partie ; ils servent quand les jours d’un coup sont passés.",
    hours: "Heures de repos",
    hoursNone: "non, toutes les heures comptent",
    hoursSome: "jusqu’à {n} h par jour",
    hoursHelp: "Chacun choisit les siennes à table : sa pendule s’arrête alors, chaque jour.",
    leave: "Jours de congé",
    leaveHelp: "Par personne et pour la partie ; la pendule s’arrête pendant un congé.",
    end: "À la fin du temps",
    endLoss: "la partie est perdue",
    endStandIn: "la maison joue à sa place",
    endMany: "À trois camps ou plus, la maison joue toujours à sa place.",
  },
  en: {
    move: "Days per move",
    bank: "Days in the bank",
    bankHelp: "For the whole match; used once the days of a move are gone.",
    hours: "Quiet hours",
    hoursNone: "no, all hours count",
    hoursSome: "up to {n} h a day",
    hoursHelp: "Everybody chooses theirs at the table: their clock stands then, every day.",
    leave: "Days of leave",
    leaveHelp: "Per person and match; the clock stands during leave.",
    end: "At the end of the time",
    endLoss: "the match is lost",
    endStandIn: "the house plays for them",
    endMany: "With three sides or more the house always plays for them.",
  },
});

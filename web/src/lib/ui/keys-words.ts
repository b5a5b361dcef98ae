import { catalogue } from "../words/words";

export const words = catalogue({
  fr: {
    title: "Jouer au clavier",
    arrows: "Flèches : se déplacer sur le plateau",
    enter: "Entrée : choisir ou jouer",
    escape: "Échap : annuler",
    tab: "Tab : passer du plateau aux boutons",
    hint: "C : demander un conseil",
    targets: "V : montrer les coups possibles",
    put: "Entrée : poser ou prendre",
    take: "Suppr : enlever",
    undo: "Ctrl+Z, Ctrl+Y : annuler, rétablir",
    release: "Échap : lâcher",
    help: "? : cette aide",
  },
  en: {
    title: "Playing with the keyboard",
    arrows: "Arrows: walk over the board",
    enter: "Enter: choose or play",
    escape: "Escape: cancel",
    tab: "Tab: from the board to the buttons",
    hint: "C: ask for a hint",
    targets: "V: show the possible moves",
    put: "Enter: put or pick up",
    take: "Delete: take away",
    undo: "Ctrl+Z, Ctrl+Y: undo, redo",
    release: "Escape: let go",
    help: "?: this help",
  },
});

type Key = Parameters<typeof words>[0];

/** What keys do on a board that is played on, and where a position is built. */
export const PLAYING = ["arrows", "enter", "escape", "tab", "targets"] as const satisfies readonly Key[];
export const BUILDING = ["arrows", "put", "take", "undo", "release"] as const satisfies readonly Key[];

/** The sentences for these keys. */
export const told = (keys: readonly Key[]): string[] => keys.map((key) => words(key));

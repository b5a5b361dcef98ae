/** Words for people. Every folder has its own `words.ts`, complete in both languages by type. */
import type { Text } from "../api/wire";
import { settings } from "../state/settings.svelte";

export type Language = keyof Text;

export type Values = Readonly<Record<string, string | number>>;

/** The text in the reader's language. */
export function say(text: Text): string {
  return set(text[settings.language]);
}

/** A sentence of the house as a printer would set it in the reader's language. */
export function set(sentence: string, language: Language = settings.language): string {
  return language === "fr" ? typeset(sentence) : sentence;
}

/** How days and hours are written: 18 novembre 2026, or 18 November 2026. */
export function locale(): string {
  return settings.language === "en" ? "en-GB" : settings.language;
}

/** Somebody whom sentences of the house call by a number. */
interface Named {
  name: string;
  side: number;
}

/** A sentence about "Player 2" or "side 2" with the names of those who sit here. */
export function named(sentence: string, sitters: readonly Named[]): string {
  const sides = sitters.map((_, side) => listed(sitters.filter((sitter) => sitter.side === side)));
  return set(sentence)
    .replace(/\b(?:Joueur|Player) (\d)\b/g, (whole, seat: string) => sitters[Number(seat) - 1]?.name || whole)
    .replace(/\bdu camp (\d)\b/g, (whole, side: string) => ofName(sides[Number(side) - 1]) || whole)
    .replace(/\b(?:(?:[Ll]e )?camp|[Ss]ide) (\d)\b/g, (whole, side: string) => sides[Number(side) - 1] || whole);
}

/** Names one after another: Ann and Ben. Nothing where somebody has none. */
function listed(people: readonly Named[]): string {
  if (people.some(({ name }) => name === "")) return "";
  return new Intl.ListFormat(settings.language).format(people.map(({ name }) => name));
}

/** « de Ben », « d’Ann »; places on a board, like e5, are spelt out and keep « de ». */
function ofName(name: string | undefined): string {
  if (name === undefined || name === "") return "";
  return /^[aeiouyhàâäéèêëîïôöùûü](?!\d)/i.test(name) ? `d’${name}` : `de ${name}`;
}

/** A sentence with its capital; a place on a board with which it begins, like a5, keeps its small letter. */
export function capital(sentence: string): string {
  return /^[a-z]\d/.test(sentence) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** A name in so many signs at most; a number that tells namesakes apart is kept. */
export function shortened(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const number = /\s\d+$/.exec(name)?.[0] ?? "";
  return `${name.slice(0, longest - number.length - 1).trimEnd()}…${number}`;
}

/** Why a move was refused, without the rule's id: the page links it beside the sentence. */
export function without(sentence: string, rule: string | null): string {
  return set(rule === null ? sentence : sentence.replace(` (${rule})`, ""));
}

/**
 * A catalogue of texts, and the function that says them. `{name}` is replaced by a value; of
 * `one seat|{n} seats` the form that suits the number `n` is chosen.
 */
export function catalogue<Key extends string>(texts: {
  fr: Record<Key, string>;
  en: Record<Key, string>;
}): (key: Key, values?: Values) => string {
  const french = kept((key: Key) => typeset(texts.fr[key]));
  return (key, values = {}) => {
    const { language } = settings;
    return put(language === "fr" ? french(key) : texts.en[key], language, values);
  };
}

/** A text with its values put in. */
export function filled(text: string, language: Language, values: Values): string {
  return put(set(text, language), language, values);
}

function put(text: string, language: Language, values: Values): string {
  return plural(text, language, values["n"]).replace(
    /(\bde )?\{(\w+)\}/g,
    (whole, of: string | undefined, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (typeof value === "number") return `${of ?? ""}${number(value, language)}`;
      return of === undefined || language === "en" ? `${of ?? ""}${value}` : ofName(value);
    },
  );
}

/** French has curved apostrophes, and before its high signs a space at which no line breaks. */
function typeset(text: string): string {
  return text
    .replace(/(\p{L})'(?=\p{L})/gu, "$1’")
    .replace(/ ([:;!?»%])/g, "\u00a0$1")
    .replace(/« /g, "«\u00a0");
}

function plural(text: string, language: Language, n: string | number | undefined): string {
  const [one, other] = text.split("|");
  if (one === undefined || other === undefined || typeof n !== "number") return text;
  return plurals(language).select(n) === "one" ? one : other;
}

/** What was worked out once is kept: making an `Intl` object takes a tenth of a millisecond. */
function kept<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
}

const plurals = kept((language: Language) => new Intl.PluralRules(language));
const plain = kept((language: Language) => new Intl.NumberFormat(language));
const percents = kept(
  (language: Language) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }),
);
const oneDigit = kept(
  (language: Language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A number as the language writes it. */
export function number(value: number, language: Language = settings.language): string {
  return plain(language).format(value);
}

/** By how much something changed, with its sign: +12, −3, 0. */
export function signed(change: number): string {
  return `${change > 0 ? "+" : change < 0 ? "−" : ""}${number(Math.abs(change))}`;
}

/** A share as the language writes it: 62 %. */
export function percent(share: number): string {
  return percents(settings.language).format(share);
}

/** A number with one digit after the sign that the language has for it: 4,5. */
export function tenths(value: number): string {
  return oneDigit(settings.language).format(value);
}

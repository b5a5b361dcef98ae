/** Rule sheets: the house's Markdown as blocks to draw; every rule can be pointed at by its id. */
import { marked, type Token, type Tokens } from "marked";
import { text } from "../api/client";
import type { Language } from "../words/words";

/** A block of a sheet; `rule` is set where a rule begins. */
export interface Block {
  token: Token;
  rule: string | null;
}

const RULE = /^[A-Z]+-\d+$/;
const kept = new Map<string, Promise<readonly Block[]>>();

/** The rule sheet of a game, fetched once per language. */
export function sheetOf(game: string, language: Language): Promise<readonly Block[]> {
  const name = `${game}.${language}`;
  let sheet = kept.get(name);
  if (sheet === undefined) {
    sheet = text(`/games/${encodeURIComponent(game)}/rules?lang=${language}`).then(blocks);
    sheet.catch(() => kept.delete(name));
    kept.set(name, sheet);
  }
  return sheet;
}

/** A Markdown text as blocks. */
export function blocks(markdown: string): readonly Block[] {
  return marked
    .lexer(markdown)
    .filter((token) => token.type !== "space")
    .map((token) => ({ token, rule: ruleOf(token) }));
}

/** The id of the rule that a paragraph begins with. */
function ruleOf(token: Token): string | null {
  const first = token.type === "paragraph" ? (token as Tokens.Paragraph).tokens[0] : undefined;
  return first?.type === "strong" && RULE.test((first as Tokens.Strong).text)
    ? (first as Tokens.Strong).text
    : null;
}

/** The parts of a paragraph after the id of its rule. */
export function withoutId(block: Block): Token[] {
  const parts = (block.token as Tokens.Paragraph).tokens;
  return block.rule === null ? parts : parts.slice(1);
}

/** The anchor of a heading: its words in small letters. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** A text without what Markdown and HTML write in other signs. */
export function plain(text: string): string {
  const signs: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign);
}

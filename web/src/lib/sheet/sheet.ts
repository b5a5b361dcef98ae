/** Rule sheets: the house's Markdown as blocks to draw; every rule can be pointed at by its id. */
import { marked, type Token, type Tokens } from "marked";
import { text } from "../api/client";
import type { Language } from "../words/words";

/** A block of a sheet; `rule` is set where a rule begins. */
export interface Block {
  token: Token;
  rule: string | null;
  picture?: Picture;
}

/** A picture, and what it shows in words. */
export interface Picture {
  name: string;
  /** What one sees. */
  title: string;
  caption: Token[];
  /** How many positions it shows: one, and one after each move. */
  frames: number;
}

const RULE = /^[A-Z]+-\d+$/;
const PICTURE = /^pictures\/([a-z0-9-]+)\.[a-z]{2}\.svg$/;
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
  const found: Block[] = [];
  for (const token of marked.lexer(markdown)) {
    const before = found.at(-1)?.picture;
    const picture = pictureOf(token);
    if (token.type === "space") continue;
    if (picture !== null) found.push({ token, rule: null, picture });
    else if (before !== undefined && token.type === "html") before.frames = framesOf(token.raw);
    else if (before !== undefined && before.caption.length === 0) before.caption = captionOf(token);
    else if (token.type !== "html") found.push({ token, rule: ruleOf(token) });
  }
  return found;
}

/** The only thing in a paragraph. */
function onlyPart(token: Token): Token | null {
  const parts = token.type === "paragraph" ? (token as Tokens.Paragraph).tokens : [];
  return parts.length === 1 ? (parts[0] ?? null) : null;
}

/** The picture that a paragraph is; its caption, the paragraph in italics, comes next. */
function pictureOf(token: Token): Picture | null {
  const part = onlyPart(token);
  if (part?.type !== "image") return null;
  const image = part as Tokens.Image;
  const name = PICTURE.exec(image.href)?.[1];
  return name === undefined ? null : { name, title: plain(image.text), caption: [], frames: 1 };
}

/** How many positions come of the moves that a block names. */
function framesOf(block: string): number {
  const moves = /^moves = \[(.*)\]$/m.exec(block)?.[1] ?? "";
  return 1 + Array.from(moves.matchAll(/"[^"]*"/g)).length;
}

function captionOf(token: Token): Token[] {
  const part = onlyPart(token);
  return part?.type === "em" ? (part as Tokens.Em).tokens : [token];
}

/** The id of the rule that a paragraph begins with. */
function ruleOf(token: Token): string | null {
  const first = token.type === "paragraph" ? (token as Tokens.Paragraph).tokens[0] : undefined;
  return first?.type === "strong" && RULE.test((first as Tokens.Strong).text) ? (first as Tokens.Strong).text : null;
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

/** Brings a part of a sheet into sight: a chapter from its beginning, a rule with what stands around it. */
export function showAt(part: Element | null): void {
  part?.scrollIntoView({ block: /^H\d$/.test(part.tagName) ? "start" : "center" });
}

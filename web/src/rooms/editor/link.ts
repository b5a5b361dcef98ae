/**
 * Positions on their way: in the address of a link, where nobody has to keep them, and in texts that
 * somebody pastes. A code is `z` and packed JSON, or `j` and plain JSON where a browser cannot pack.
 */
import type { Position } from "$lib/board/editor";
import type { Options } from "$lib/api/wire";

/** A position with what is agreed; the game is known besides. */
export interface Parcel {
  options: Options;
  position: Position;
}

const LONGEST = 60_000;

/** A position as the end of an address. */
export async function codeOf({ options, position }: Parcel): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ o: options, p: position }));
  const packed = await piped(bytes, () => new CompressionStream("deflate-raw"));
  return packed === null || packed.length >= bytes.length ? `j${base64(bytes)}` : `z${base64(packed)}`;
}

/** What a code holds; null for one that holds nothing. */
export async function readCode(code: string): Promise<Parcel | null> {
  const bytes = code.length <= LONGEST ? unbase64(code.slice(1)) : null;
  if (bytes === null || !/^[jz]/.test(code)) return null;
  const plain = code.startsWith("j") ? bytes : await piped(bytes, () => new DecompressionStream("deflate-raw"));
  if (plain === null || plain.length > LONGEST) return null;
  const found = parsed(new TextDecoder().decode(plain));
  return isObject(found) && isObject(found["o"]) && isObject(found["p"])
    ? { options: found["o"], position: found["p"] }
    : null;
}

/** What somebody pasted: a record to be replayed, a position, or neither. */
export type Pasted =
  | { kind: "record"; text: string }
  | { kind: "position"; parcel: { game: string | null; options: Options | null; position: Position } }
  | { kind: "link"; game: string; code: string }
  | { kind: "nonsense" };

/**
 * What a pasted text is. A record is JSON lines with hashes; a position is an object, alone or as
 * `{"game": …, "options": …, "position": …}`; a link is the address of a position.
 */
export function readPasted(text: string): Pasted {
  const given = text.trim();
  const link = /\/editor\/([a-z0-9_-]+)#([jz][\w-]+)$/i.exec(given);
  if (link !== null) return { kind: "link", game: link[1] ?? "", code: link[2] ?? "" };
  const first = parsed(given.split("\n", 1)[0] ?? "");
  if (isObject(first) && "tabletier" in first && "hash" in first) return { kind: "record", text: given };
  const found = parsed(given);
  if (!isObject(found) || Object.keys(found).length === 0) return { kind: "nonsense" };
  if (!isObject(found["position"])) return { kind: "position", parcel: { game: null, options: null, position: found } };
  const options = isObject(found["options"]) ? found["options"] : null;
  const game = typeof found["game"] === "string" ? found["game"] : null;
  return { kind: "position", parcel: { game, options, position: found["position"] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bytes through a stream that packs or unpacks them; null where the browser has none, or they do not fit it. */
async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  make: () => GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const through = new Blob([bytes])
      .stream()
      .pipeThrough(make() as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
    return new Uint8Array(await new Response(through).arrayBuffer());
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unbase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

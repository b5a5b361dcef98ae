/** Asking the house over HTTP. Every refusal is a `Refused` with a sentence for the reader. */
import { settings } from "../state/settings.svelte";
import { words } from "./words";
import type { Refusal } from "./wire";

const API = "/api/v1";

/** The house said no, or could not be reached (`code` is then `link/lost`). */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.text);
  }

  get code(): string {
    return this.refusal.code;
  }
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => ask<T>("GET", path, undefined, signal);
export const post = <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  ask<T>("POST", path, body, signal);
export const patch = <T>(path: string, body: unknown): Promise<T> => ask<T>("PATCH", path, body);
export const remove = (path: string): Promise<void> => ask("DELETE", path);

/** The text at an address: rule sheets and records. */
export async function text(path: string): Promise<string> {
  return (await answered("GET", path)).text();
}

/** The text that answers a question: a picture. */
export async function postForText(path: string, body: unknown): Promise<string> {
  return (await answered("POST", path, JSON.stringify(body), "application/json")).text();
}

/** Sends a text as it is: a record to be opened. */
export async function postText<T>(path: string, body: string): Promise<T> {
  return (await (await answered("POST", path, body, "text/plain")).json()) as T;
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await answered(method, path, sent, "application/json", signal);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function answered(
  method: string,
  path: string,
  body?: string,
  kind?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": settings.language };
  if (body !== undefined && kind !== undefined) headers["Content-Type"] = kind;
  let response: Response;
  try {
    const sent = body === undefined ? {} : { body };
    response = await fetch(API + path, { method, headers, ...sent, ...(signal === undefined ? {} : { signal }) });
  } catch {
    throw new Refused(lost(), 0);
  }
  if (response.ok) return response;
  throw new Refused(await refusal(response), response.status);
}

function lost(): Refusal {
  return { code: "link/lost", text: words("lost"), rule: null, cells: [] };
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const found = (await response.json()) as Partial<Refusal>;
    if (typeof found.code === "string" && typeof found.text === "string")
      return { rule: null, cells: [], ...found, code: found.code, text: found.text };
  } catch {
    // Something between us and the house answered in its place.
  }
  const status = String(response.status);
  return { code: `http/${status}`, text: words("odd", { status }), rule: null, cells: [] };
}

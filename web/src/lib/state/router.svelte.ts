/** Which room the address names. */

/** The page's rooms and what their addresses carry. */
export type Place =
  | { room: "shelf" }
  | { room: "editor"; game: string; code: string }
  | { room: "history" }
  | { room: "lobby" }
  | { room: "setup"; game: string }
  | { room: "table"; id: string }
  | { room: "replay"; id: string | null; step: number | null }
  | { room: "rules"; game: string; rule: string | null }
  | { room: "ladder"; game: string }
  | { room: "learn"; game: string; lesson: number | string }
  | { room: "me" }
  | { room: "profile"; handle: string | null }
  | { room: "puzzle"; game: string | null; day: string | null }
  | { room: "lost" };

/** The room that an address leads to. */
export function place(path: string, hash = "", query = ""): Place {
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decoded);
  const step = new URLSearchParams(query).get("step");
  if (first === "") return { room: "shelf" };
  if (first === "editor") return { room: "editor", game: second, code: hash.replace(/^#/, "") };
  if (first === "games") return { room: "history" };
  if (first === "people") return { room: "profile", handle: second || null };
  if (first === "tables") return { room: "lobby" };
  if (first === "new" && second) return { room: "setup", game: second };
  if (first === "table" && second) return { room: "table", id: second };
  if (first === "replay") return { room: "replay", id: second || null, step: step === null ? null : whole(step) };
  if (first === "rules" && second)
    return { room: "rules", game: second, rule: decoded(hash.replace(/^#/, "")) || null };
  if (first === "ladder") return { room: "ladder", game: second };
  if (first === "learn" && second) return { room: "learn", game: second, lesson: counted(third) };
  if (first === "me") return { room: "me" };
  if (first === "puzzle") return { room: "puzzle", game: second || null, day: third || null };
  return { room: "lost" };
}

function whole(text: string): number | null {
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/** The number of a lesson; what is no number of any is told as missing by its room. */
function counted(text: string): number | string {
  return text === "" ? 1 : (whole(text) ?? text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A rule sheet that lies over a room: whoever closes it is where they were. */
export interface Over {
  game: string;
  rule: string | null;
}

/** Rooms that one does not want to leave to look up a rule. */
const STAY: readonly Place["room"][] = ["table", "learn", "puzzle", "replay", "setup", "editor"];

class Router {
  place = $state.raw<Place>(here());
  /** The rule sheet that lies over the room. The way back closes it, the address of the room stays. */
  over = $state.raw<Over | null>(over());

  constructor() {
    addEventListener("popstate", () => this.look());
    addEventListener("hashchange", () => this.look());
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** Goes to another room of the page; `replace`: only the address changes, the room stays as it is. */
  go(address: string, replace = false): void {
    const sheet = ruleSheet(address);
    if (sheet !== null && !replace && STAY.includes(this.place.room)) return this.lay(sheet);
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.look();
    if (!replace && !address.includes("#")) scrollTo(0, 0);
  }

  /** Puts the rule sheet away. */
  close(): void {
    if (this.over === null) return;
    this.over = null;
    history.back();
  }

  /** Lays a rule sheet over the room; one that lies there already is only leafed through. */
  private lay(sheet: Over): void {
    if (this.over === null) history.pushState({ over: sheet }, "", location.href);
    else history.replaceState({ over: sheet }, "", location.href);
    this.over = sheet;
  }

  private look(): void {
    this.place = here();
    this.over = over();
  }

  /** A plain click on a link of ours changes the room without loading the page again. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

/** The rule sheet that an address leads to. */
function ruleSheet(address: string): Over | null {
  const { pathname, hash } = new URL(address, location.href);
  const to = place(pathname, hash);
  return to.room === "rules" ? { game: to.game, rule: to.rule } : null;
}

/** The rule sheet that lies over the room at this step of the way. */
function over(): Over | null {
  const state = history.state as { over?: Over } | null;
  return state?.over ?? null;
}

function here(): Place {
  return place(location.pathname, location.hash, location.search);
}

export const router = new Router();

/** A table as this browser knows it: the snapshot, kept up to date by the lines that follow. */
import type { Deed } from "../board/face";
import type {
  Act,
  DeedsShown,
  Furniture,
  GameEvent,
  Line,
  Message,
  Order,
  Position,
  Refusal,
  Replay,
  Saying,
  Snapshot,
} from "../api/wire";
import { settings } from "../state/settings.svelte";
import { Link, type Answer, type LinkState } from "./link";

/** What has just happened: events to draw, sentences to read out. `number` is new each time. */
export interface Beat {
  number: number;
  acts: readonly Act[];
  events: readonly GameEvent[];
  told: readonly string[];
  /** Whether it happened before our eyes, rather than before we came. */
  fresh: boolean;
}

const STILL: Beat = { number: 0, acts: [], events: [], told: [], fresh: false };

export class LiveTable {
  game = $state.raw("");
  furniture = $state.raw<Furniture | null>(null);
  position = $state.raw<Position | null>(null);
  /** While everybody looks at what had ended before we came: the view before it did. */
  before = $state.raw<unknown>(null);
  /** When `position` reached us: clocks run on from there. */
  positionAt = $state.raw(0);
  moves = $state.raw<(string | null)[]>([]);
  /** Who made each of them and what it caused; empty until the house has told it. */
  deeds = $state.raw<readonly Deed[]>([]);
  chat = $state.raw<Saying[]>([]);
  beat = $state.raw<Beat>(STILL);
  link = $state.raw<LinkState>({ status: "joining" });
  refusal = $state.raw<Refusal | null>(null);
  /** How far the house's clock is ahead of ours (ms). */
  skew = $state(0);
  /** Orders that the house has not answered yet. */
  waiting = $state(0);
  private readonly wire: Link;
  /** What was heard while the table lingers, in order; null: it does not. */
  private unheard: Message[] | null = null;

  constructor(readonly id: string) {
    this.wire = new Link((after) => address(id, after), {
      onmessage: (message) => this.hear(message),
      onstate: (state) => this.stand(state),
    });
  }

  /** Gives an order; what is refused is also shown at the table. */
  async order(order: Order): Promise<Answer> {
    this.refusal = null;
    this.waiting += 1;
    try {
      const answer = await this.wire.send(order);
      if ("refused" in answer) this.refusal = answer.refused;
      return answer;
    } finally {
      this.waiting -= 1;
    }
  }

  /** Plays a move in the position that is shown. */
  play(move: string): Promise<Answer> {
    return this.order({ do: "move", move, ply: this.position?.plies ?? 0 });
  }

  /** Stays as it is for so long, or until `enough`: what comes meanwhile is heard afterwards. */
  async linger(ms: number, enough: Promise<unknown>): Promise<void> {
    this.unheard ??= [];
    await Promise.race([new Promise((done) => setTimeout(done, ms)), enough]);
    const messages = this.unheard ?? [];
    this.unheard = null;
    for (const message of messages) this.hear(message);
  }

  hurry(): void {
    this.wire.hurry();
  }

  close(): void {
    this.wire.close();
  }

  private stand(state: LinkState): void {
    this.link = state;
    if (state.status === "lost" && this.furniture === null) void this.find();
  }

  /** A table that never answered may not exist: a browser is not told why its socket was refused. */
  private async find(): Promise<void> {
    const { get, Refused } = await import("../api/client");
    await get(`/tables/${encodeURIComponent(this.id)}`).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status !== 404 || this.furniture !== null) return;
      this.close();
      this.link = { status: "gone", code: error.status };
    });
  }

  private hear(message: Message): void {
    if (this.unheard !== null) this.unheard.push(message);
    else if (message.type === "hello") this.see(message);
    else if (message.type === "line") this.add(message);
  }

  private see(snapshot: Snapshot): void {
    this.game = snapshot.game;
    this.furniture = snapshot.table;
    this.place(snapshot.position);
    this.moves = snapshot.moves;
    if (this.deeds.length !== this.moves.length) void this.recall();
    this.chat = snapshot.chat;
    if (snapshot.table.pause != null) void this.lookBack();
    if (this.beat.number >= snapshot.number) return;
    this.beat = beatOf(snapshot.number, snapshot.last ?? [], false);
  }

  private add(line: Line): void {
    const fresh = this.link.status === "open"; // else it was missed, and is told now
    if (fresh && line.at !== undefined) this.skew = line.at - Date.now();
    if (line.table !== undefined) this.furniture = line.table;
    if (line.position !== undefined) this.place(line.position);
    if (this.passesOn(line)) this.deeds = this.deeds.map((deed) => ({ ...deed, events: [] }));
    for (const act of line.acts) this.note(act, line);
    if (line.moves !== undefined) this.know(line.moves);
    this.beat = beatOf(line.number, line.acts, fresh);
    if (line.position !== undefined) this.refusal = null;
  }

  /** Whether people share this screen and hide things: what one was told is not kept for the next. */
  private passesOn(line: Line): boolean {
    return line.position?.hides === true && (this.furniture?.yours.length ?? 0) > 1;
  }

  /** The moves as whoever looks now may know them. */
  private know(moves: (string | null)[]): void {
    this.moves = moves;
    this.deeds = this.deeds.map((deed, n) => ({ ...deed, move: moves[n] ?? null }));
  }

  private note(act: Act, line: Line): void {
    if (act.act === "moved") {
      this.moves = [...this.moves, act.move];
      this.deeds = [...this.deeds, { seat: act.seat, move: act.move, events: act.events }];
      if (line.table === undefined) this.countStandIn(act.seat, act.stand_in === true);
    }
    if (act.act === "took_back") this.deeds = this.deeds.slice(0, act.kept);
    if (act.act === "said") this.chat = [...this.chat, { ...act, number: line.number, at: line.at ?? 0 }];
  }

  /** A move brings no furniture along: a stand-in's can be taken back until the sitter moves themselves. */
  private countStandIn(mover: number, instead: boolean): void {
    const { furniture } = this;
    const before = furniture?.seats[mover]?.played_for ?? 0;
    const played_for = instead ? before + 1 : 0;
    if (furniture === null || played_for === before) return;
    const seats = furniture.seats.map((seat, n) => (n === mover ? { ...seat, played_for } : seat));
    this.furniture = { ...furniture, seats };
  }

  /** Asks who made the moves that were made before we came. */
  private async recall(): Promise<void> {
    this.deeds = [];
    if (this.moves.length === 0) return;
    const { get } = await import("../api/client");
    const told = await get<DeedsShown>(`/tables/${this.id}/deeds`).catch(() => null);
    const missing = this.moves.length - this.deeds.length; // others were heard meanwhile
    if (told === null || told.first > 0 || told.deeds.length < missing) return;
    this.deeds = [...told.deeds.slice(0, missing), ...this.deeds];
  }

  /** Asks how the table was before what everybody looks at now. */
  private async lookBack(): Promise<void> {
    const { position } = this;
    const { get } = await import("../api/client");
    const told = await get<Replay>(`/tables/${this.id}/replay`).catch(() => null);
    if (this.position === position) this.before = told?.steps.at(-2)?.view ?? null;
  }

  private place(position: Position | null): void {
    this.position = position;
    this.before = null;
    this.positionAt = Date.now();
  }
}

function beatOf(number: number, acts: readonly Act[], fresh: boolean): Beat {
  const events = acts.flatMap((act) => ("events" in act ? act.events : []));
  const told = acts.flatMap((act) => ("told" in act ? (act.told ?? []) : []));
  return { number, acts, events, told, fresh };
}

function address(id: string, after: number | null): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = new URLSearchParams({ lang: settings.language, tell: settings.language, looks: "true" });
  if (after !== null) query.set("after", String(after));
  return `${scheme}//${location.host}/api/v1/tables/${id}/live?${query.toString()}`;
}

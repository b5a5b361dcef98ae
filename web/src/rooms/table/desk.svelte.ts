/** Everything about a table that its parts show, worked out once. */
import { Refused } from "$lib/api/client";
import { hintFrom } from "$lib/api/hints";
import type { Agreement, HintShown, Position, Refusal, Result } from "$lib/api/wire";
import type { Deed, Face, Pause, Sitter } from "$lib/board/face";
import type { Answer } from "$lib/live/link";
import { Foresight } from "$lib/live/preview.svelte";
import type { LiveTable } from "$lib/live/table.svelte";
import { shelf } from "$lib/state/shelf.svelte";
import { ticker } from "$lib/state/ticker";
import { tremble } from "$lib/ui/awake";
import { play as sound } from "$lib/ui/sound";
import { named, say, tenths } from "$lib/words/words";
import { deedsOf, happened, lastOfOthers, sinceOf } from "./happened";
import { sittersOf, viewerOf } from "$lib/board/seats";

/** Milliseconds for which whoever moved sees that before the screen is covered for the next one. */
const LANDING = 800;

export class Desk {
  hint = $state.raw<HintShown | null>(null);
  hinting = $state(false);
  /** A move that was sent and not answered yet. */
  sending = $state(false);
  /** What was answered to a question, while it is told. */
  news = $state<string | null>(null);
  /** Whether a sheet of the panel lies over the table. */
  sheet = $state(false);
  private looking = false;
  /** Something other than an order that the house refused. */
  trouble = $state.raw<Refusal | null>(null);
  /** Of seats that share this screen, the one that has uncovered it. */
  private uncovered = $state<number | null>(null);
  /** The position that hint and trouble are about. */
  private about: Position | null = null;
  /** Gives up the hint that is being thought about. */
  private asking: AbortController | null = null;

  readonly furniture = $derived.by(() => this.table.furniture);
  readonly position = $derived.by(() => this.table.position);
  readonly sitters = $derived.by<readonly Sitter[]>(() =>
    this.table.furniture === null ? [] : sittersOf(this.table.furniture, shelf.levels(this.table.game)),
  );
  readonly viewer = $derived.by(() => viewerOf(this.table.furniture, this.table.position));
  readonly playing = $derived.by(() => this.table.furniture?.status === "playing");
  readonly mine = $derived.by(() => (this.table.furniture?.yours.length ?? 0) > 0);
  /** Whether several people share this screen. */
  readonly shared = $derived.by(() => (this.table.furniture?.yours.length ?? 0) > 1);
  /** Whether what lies here must be covered until the player of the turn has the screen. */
  readonly covered = $derived.by(
    () => this.playing && this.shared && this.table.position?.hides === true && this.uncovered !== this.viewer,
  );
  /** Whether it is for us to choose a move now. */
  readonly active = $derived.by(
    () =>
      this.playing &&
      !this.sending &&
      this.table.furniture?.pause == null &&
      !this.covered &&
      this.viewer !== null &&
      this.table.position?.to_move === this.viewer,
  );
  readonly legal = $derived.by<readonly string[]>(() => (this.active ? (this.table.position?.legal ?? []) : []));
  readonly refusal = $derived.by(() => this.table.refusal ?? this.trouble);

  /** What is chosen of a move that is not made yet. */
  chosen = $state<string | null>(null);
  /** Every move with its maker, once that is known. */
  readonly deeds = $derived.by<readonly Deed[]>(() => deedsOf(this.table.moves, this.table.deeds));
  /** What others did since the viewer's last move. */
  readonly since = $derived.by(() => sinceOf(this.deeds, this.viewer));

  /** What the moves would cause that the player thinks of. */
  readonly preview: Foresight;

  constructor(
    readonly table: LiveTable,
    readonly face: Face,
  ) {
    this.preview = new Foresight(table);
  }

  /** Whether a move of ours stands that could be taken back. */
  get movedOnce(): boolean {
    const yours = this.furniture?.yours ?? [];
    if (this.table.moves.length !== this.deeds.length) return this.table.moves.length > 0; // makers not known yet
    return this.deeds.some(({ seat }) => yours.includes(seat));
  }

  /** What is expected of us, in words. */
  get asked(): string {
    const { furniture, position } = this;
    if (furniture === null || position === null) return "";
    const { view } = position;
    const { options } = furniture;
    const { viewer, legal, chosen } = this;
    const own = this.face.ask({ view, options, viewer, legal, chosen });
    return own ?? (position.ask === undefined ? "" : say(position.ask));
  }

  /** What happened last, in one line. */
  get happened(): string {
    if (this.news !== null) return this.news;
    const { beat } = this.table;
    const moved = beat.acts.some(({ act }) => act === "moved" || act === "ended");
    const mover = this.position?.to_move ?? null;
    const said = beat.acts.some((act) => (act.act === "away" || act.act === "stood_in") && act.seat === mover);
    if (!moved && !said && beat.told.length > 0)
      return named(lastOfOthers(beat.told, this.furniture?.yours ?? []), this.sitters);
    return happened(this.deeds, this.since, this.sitters, this.face);
  }

  /** Whoever is to look has the screen now; nothing is left of what was said to the one before. */
  uncover(): void {
    this.forget();
    this.table.refusal = null;
    this.uncovered = this.viewer;
  }

  /** While everybody looks at what has just ended; null: play goes on. */
  get pause(): Pause | null {
    const { furniture } = this;
    if (furniture === null || furniture.pause === null || !this.playing) return null;
    const { until, seats } = furniture.pause;
    const others = seats.filter((seat) => !furniture.yours.includes(seat));
    return {
      left: Math.max(0, Math.ceil((until - ticker.now - this.table.skew) / 1000)),
      ours: others.length < seats.length,
      names: others.map((seat) => this.name(seat)),
    };
  }

  /** We have looked at it, and would go on. */
  async looked(): Promise<void> {
    if (this.pause?.ours !== true || this.looking) return;
    this.looking = true;
    await this.table.order({ do: "looked" });
    this.looking = false;
  }

  /** The house is to move at our pace, where that is ours to say. */
  keepPace(pace: number | null, anew: boolean): void {
    const { furniture } = this;
    if (pace === null || furniture === null || !furniture.host || furniture.status === "over") return;
    const alone = !furniture.seats.some(({ person }, n) => person && !furniture.yours.includes(n));
    if (furniture.house.pace === pace || !(alone || anew)) return;
    void this.table.order({ do: "pace", seconds: pace });
  }

  name(seat: number | null | undefined): string {
    return this.sitters[seat ?? -1]?.name ?? "";
  }

  async play(move: string): Promise<void> {
    if (!this.active) return;
    this.hint = null;
    this.trouble = null;
    this.sending = true;
    try {
      const answer = this.table.play(move);
      if (this.shared && this.table.position?.hides === true) await this.table.linger(LANDING, refusalOf(answer));
      if ("refused" in (await answer)) {
        sound("no");
        tremble(30, 60, 30);
      }
    } finally {
      this.sending = false;
    }
  }

  /** A good move with a reason; it takes a moment. */
  async askHint(): Promise<void> {
    if (this.hinting || !this.active) return;
    const asking = new AbortController();
    this.asking = asking;
    this.hinting = true;
    this.trouble = null;
    try {
      const found = await hintFrom(`/tables/${this.table.id}/hint`, undefined, asking.signal);
      if (!asking.signal.aborted) this.hint = found;
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.refusal;
    } finally {
      if (this.asking === asking) this.giveUpHint();
    }
  }

  private giveUpHint(): void {
    this.asking?.abort();
    this.asking = null;
    this.hinting = false;
  }

  /** Proposes a rematch; `agreed`: what is to be different. Who wanted it goes there once it is open. */
  async again(agreed: Agreement = {}): Promise<boolean> {
    return !("refused" in (await this.table.order({ do: "rematch", ...agreed, wait: true })));
  }

  /** Something happened: puts away what was said about the position before. */
  moved(): void {
    if (this.viewer !== this.uncovered) this.uncovered = null; // somebody else has the screen
    if (this.position === this.about) return;
    this.about = this.position;
    this.forget();
  }

  private forget(): void {
    this.giveUpHint();
    this.preview.forget();
    this.hint = null;
    this.trouble = null;
  }
}

/** Is done when something was refused; never, if it was not. */
async function refusalOf(answer: Promise<Answer>): Promise<void> {
  if (!("refused" in (await answer))) await new Promise(() => undefined);
}

/** Whether a result is a victory of one of these seats. */
export function won(result: Result, seats: readonly number[]): boolean {
  return seats.some((seat) => result.winners.includes(seat));
}

/** Minutes and seconds: 4:07; under ten seconds with tenths, as the language writes them. */
export function clockText(ms: number): string {
  if (ms <= 0) return "0:00"; // the flag has fallen
  const left = ms;
  if (left <= 9_900) return tenths(Math.ceil(left / 100) / 10);
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

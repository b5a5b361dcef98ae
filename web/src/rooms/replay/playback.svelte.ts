/** The match on its playback: which step is shown, and whether it runs by itself. */
import type { AnalysisShown, StepShown } from "$lib/api/wire";
import type { Face, Mark, Sitter } from "$lib/board/face";
import { taken } from "$lib/board/taken";
import { shelf } from "$lib/state/shelf.svelte";
import { timeUp } from "$lib/words/time-up";
import { named, say } from "$lib/words/words";
import { sideOf, sittersOf, toldApart } from "$lib/board/seats";
import { seatsOf, viewerOf, type Match } from "./match";
import { within, type Range } from "./steps";
import { words } from "./words";

/** A move that is proposed in a position. */
export interface Proposal {
  step: number;
  move: string;
}

/** What an analysis says for a better move. */
type Judged = Pick<AnalysisShown["moves"][number], "seat" | "why" | "why_of_another">;

export class Playback {
  at = $state(0);
  playing = $state(false);
  /** Whether the step is seen happening: it was reached from the one before. */
  fresh = $state(false);
  /** New with every step that is shown. */
  beat = $state(1);
  /** New where the board must forget what it was showing. */
  take = $state(0);
  match = $state.raw<Match>() as Match;
  private proposal = $state.raw<Proposal | null>(null);

  readonly range = $derived.by<Range>(() => {
    const { first, steps } = this.match;
    return { first, last: first + steps.length - 1 };
  });
  readonly step = $derived.by(() => this.match.steps[this.at - this.match.first]);
  readonly events = $derived.by(() => this.step?.events ?? []);
  readonly atEnd = $derived.by(() => this.at === this.range.last);
  readonly viewer = $derived.by(() => viewerOf(this.match));
  readonly sitters = $derived.by<readonly Sitter[]>(() => sittersIn(this.match));
  /** The better move, while the position in which it was there is shown. */
  readonly proposed = $derived.by(() => (this.proposal?.step === this.at ? this.proposal.move : null));

  constructor(
    match: Match,
    readonly face: Face,
    start: number | null,
  ) {
    this.match = match;
    this.at = within(start ?? match.first, this.range);
  }

  /** Shows a step; the next one is seen happening, any other is simply there. */
  go(to: number): void {
    const step = within(to, this.range);
    if (step === this.at) return;
    const next = step === this.at + 1;
    if (!next && this.fresh) this.take += 1;
    this.fresh = next;
    this.at = step;
    this.beat += 1;
    this.proposal = null;
    if (step === this.range.last) this.playing = false;
  }

  /** Goes where a better move was, and shows it. */
  propose(proposal: Proposal): void {
    this.playing = false;
    this.go(proposal.step);
    this.proposal = proposal;
  }

  /** Runs by itself, from the start if it has reached the end; or stops. */
  toggle(): void {
    if (!this.playing && this.atEnd) this.go(this.range.first);
    this.playing = !this.playing && this.range.last > this.range.first;
  }

  name(seat: number | null): string {
    return this.sitters[seat ?? -1]?.name ?? "";
  }

  /** A side's marks; before a game has given any, its number. */
  marks(side: number): readonly Mark[] {
    const view = this.match.steps.at(-1)?.view ?? null;
    const own = this.face.marks(view, side, this.match.options);
    return own.length > 0 ? own : [spare(side)];
  }

  /** The mark of what a step moved: of the seat's side, where the game does not say more. */
  moverAt(step: StepShown): Mark | undefined {
    if (step.seat === null) return undefined;
    const side = this.sideOf(step.seat);
    const moved = this.face.mover?.(step.events) ?? null;
    return moved ?? this.face.marks(step.view, side, this.match.options, step.seat)[0] ?? this.marks(side)[0];
  }

  /** How many pieces a step took. */
  takenAt(step: StepShown): number {
    return taken(step.events, this.face);
  }

  /** The members of a side by name. */
  namesOf(side: number): string {
    const names = (this.match.teams[side] ?? []).map((seat) => this.name(seat));
    return new Intl.ListFormat(document.documentElement.lang).format(names);
  }

  sideOf(seat: number): number {
    return sideOf(this.match.teams, seat);
  }

  /** What speaks for a better move, said to the reader if they moved, else of whoever did. */
  why({ seat, why, why_of_another: ofAnother }: Judged): string {
    const said = seatsOf(this.match).includes(seat) ? why : ofAnother;
    return said === null ? "" : named(say(said), this.sitters);
  }

  /** What was done at a step, in words. */
  deed(number: number): string {
    const step = this.match.steps[number - this.match.first];
    if (step === undefined) return "";
    if (step.act === null) return words("setup");
    if (step.act !== "move") return words(step.act);
    return step.move === null ? words("secretMove") : this.face.spoken(step.move);
  }

  /** How the match ended; null while it goes on. */
  get outcome(): { head: string; reason: string } | null {
    const { result, game } = this.match;
    if (result === null) return null;
    const names = result.winners.map((seat) => this.name(seat));
    const name = new Intl.ListFormat(document.documentElement.lang).format(names);
    const reason = shelf.find(game)?.endings[result.reason];
    const head = names.length === 0 ? words("drawn") : words("wonBy", { n: names.length, name });
    const last = this.match.steps.at(-1); // out of time, a match is given up
    const own = timeUp(result.reason, last?.act === "resign" && last.seat !== null ? this.name(last.seat) : "");
    return { head, reason: own ?? (reason === undefined ? "" : say(reason)) };
  }
}

const SHAPES = ["circle", "square", "triangle", "diamond"] as const;
const COLOURS = ["red", "blue", "green", "yellow"] as const;

function spare(side: number): Mark {
  const [shape = "circle", colour = "red"] = [SHAPES[side % 4], COLOURS[side % 4]];
  return { shape, colour, letter: String(side + 1) };
}

function sittersIn(match: Match): Sitter[] {
  if (match.furniture !== null) return sittersOf(match.furniture, shelf.levels(match.game));
  const seats = match.teams.flat().sort((a, b) => a - b);
  const names = toldApart(seats.map((seat) => match.names[seat] || words("seat", { n: seat + 1 })));
  return seats.map((seat) => ({
    seat,
    name: names[seat] ?? "",
    side: sideOf(match.teams, seat),
    yours: false,
    partner: false,
  }));
}

/** A table as somebody wishes it, before it is opened. */
import type { Clock, Furniture, GameShown, OptionShown, TableAsked, Text } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";

export type Company = "house" | "friends" | "screen" | "mixed";
/** Who is to have a seat. */
export type SeatAsked = NonNullable<TableAsked["seats"]>[number];
export type ClockKind = Clock["kind"];
type Value = string | number | boolean;

const SECOND_LEVEL = 2;
/** The last level, in whichever game. */
const STRONGEST = Infinity;
/** Seconds that people wait for somebody who is away: usually, and at least. */
const PATIENCE = 900;
const SHORTEST_WAIT = 120;
const DAY = 86_400;

export class Wish {
  options = $state<Record<string, Value>>({});
  company = $state<Company>("house");
  /** The level of our opponents, as long as nobody chooses another. */
  levelProposed = $state(SECOND_LEVEL);
  private levelChosen = $state<number | null>(null);
  /** Used where seats are chosen one by one. */
  chosen = $state<SeatAsked[]>([]);
  clock = $state<ClockKind>("none");
  minutes = $state(10);
  seconds = $state(60);
  increment = $state(5);
  /** A clock of days: a move, the bank, hours of a day that count at least, leave, and the end. */
  days = $state<{ move: number; bank: number; hours: number; leave: number; end: Clock["end"] }>({
    move: 3,
    bank: 7,
    hours: 14,
    leave: 14,
    end: "loss",
  });
  open = $state(false);
  takeback = $state<NonNullable<TableAsked["takeback"]>>("ask");
  talk = $state(true);
  takebackDraws = $state(true);
  /** Null: as usual, which is none where two people play. */
  hints = $state<boolean | null>(null);
  /** Whether the match is to count for ratings, where it can. */
  wantsRated = $state(false);
  /** What hints are where nothing is said about them. */
  private readonly usualHints: boolean | null = null;
  /** What whoever plays each of our seats is called; the first of us by our own name. */
  names = $state<string[]>([]);
  standIn = $state(SECOND_LEVEL);
  patience = $state(PATIENCE);

  constructor(
    readonly game: GameShown,
    agreed: Furniture | null = null,
  ) {
    this.usualHints = agreed?.house.hints ?? null;
    for (const [key, option] of Object.entries(game.options.properties)) this.options[key] = option.default;
  }

  /** What is wished of another game: who plays as it was chosen, or the nearest level that there is. */
  static after(before: Wish | null, game: GameShown): Wish {
    const wish = new Wish(game);
    if (before === null) return wish;
    const nearest = (level: number): number => Math.min(level, game.levels.length);
    wish.company = before.company;
    wish.levelChosen = before.levelChosen;
    wish.chosen = before.chosen.map((place) => (typeof place === "number" ? nearest(place) : place));
    wish.standIn = nearest(before.standIn);
    return wish;
  }

  /** What is agreed at a table, to be changed. */
  static of(game: GameShown, furniture: Furniture): Wish {
    const { options, house } = furniture;
    const wish = new Wish(game, furniture);
    Object.assign(wish.options, options);
    wish.clock = house.clock.kind;
    if (wish.clock === "move") wish.seconds = house.clock.seconds;
    if (wish.clock === "total") {
      wish.minutes = house.clock.seconds / 60;
      wish.increment = house.clock.increment;
    }
    if (wish.clock === "days") {
      const { seconds, bank, hours, leave, end } = house.clock;
      wish.days = { move: seconds / DAY, bank: bank / DAY, hours, leave, end };
    }
    wish.open = house.public;
    wish.takeback = house.takeback;
    wish.talk = house.talk;
    wish.takebackDraws = house.takeback_draws;
    wish.wantsRated = house.rated;
    wish.standIn = house.stand_in;
    wish.patience = house.patience < SHORTEST_WAIT ? PATIENCE : house.patience; // an older table
    return wish;
  }

  /** The level of our opponents: what was chosen, as far as this game has it. */
  get level(): number {
    return Math.min(this.levelChosen ?? this.levelProposed, this.game.levels.length);
  }
  set level(level: number) {
    this.levelChosen = level === this.game.levels.length ? STRONGEST : level;
  }

  /** How many sit at the table. */
  get count(): number {
    const players = this.options["players"];
    return typeof players === "number" ? players : (this.game.players[0] ?? 2);
  }

  /** What can be chosen for an option: among words a bare number is a seat, and there may be fewer. */
  offered({ enum: values }: OptionShown): Value[] {
    if (!values.some((value) => typeof value === "string")) return values;
    return values.filter((value) => typeof value !== "number" || value < this.count);
  }

  /** Why a value cannot be chosen for so many players; null where it can. */
  clash(option: OptionShown, value: Value): Text | null {
    return option.clashes[String(value)]?.[String(this.count)] ?? null;
  }

  /** What is chosen for an option; what it is without a choice, where that cannot be had. */
  choice(key: string): Value | undefined {
    const [option, value] = [this.game.options.properties[key], this.options[key]];
    if (option === undefined || value === undefined) return value;
    const open = this.offered(option).filter((one) => this.clash(option, one) === null);
    return [value, option.default, ...open].find((one) => open.includes(one)) ?? option.default;
  }

  /** Who sits where. */
  get seats(): SeatAsked[] {
    const others = Array.from({ length: this.count - 1 });
    if (this.company === "house") return ["me", ...others.map(() => this.level)];
    if (this.company === "friends") return ["me", ...others.map(() => "open" as const)];
    if (this.company === "screen") return Array.from({ length: this.count }, () => "me" as const);
    return Array.from({ length: this.count }, (_, n) => this.chosen[n] ?? (n === 0 ? "me" : "open"));
  }

  /** Our own seats; several are of people who share this screen. */
  get ours(): number[] {
    return this.seats.flatMap((place, n) => (place === "me" ? [n] : []));
  }

  /** Of our seats at a shared screen the first whose name was left out; null: everybody has one. */
  get unnamed(): number | null {
    const shared = this.ours.length > 1 ? this.ours : [];
    return shared.find((seat) => this.names[seat]?.trim() === "") ?? null;
  }

  /** Whether hints are allowed, as things stand. */
  get hinted(): boolean {
    const alone = this.ours.length > 0 && !this.seats.includes("open");
    return this.hints ?? this.usualHints ?? alone;
  }

  /** Why the match cannot be rated; null where it can. */
  get unratable(): "uneven" | "shared" | null {
    if (this.game.uneven.includes(this.count)) return "uneven";
    return this.ours.length > 1 ? "shared" : null;
  }

  /** Whether the match counts for ratings. */
  get rated(): boolean {
    return this.wantsRated && this.unratable === null;
  }

  /** Whether it can begin as soon as it is opened. */
  get ready(): boolean {
    return !this.seats.includes("open");
  }

  /** What is asked of the house. */
  get asked(): TableAsked {
    const { game, seats, ready } = this;
    const names =
      this.ours.length > 1
        ? { names: seats.map((place, n) => (place === "me" ? (this.names[n]?.trim() ?? "") : "")) }
        : {};
    return { ...this.agreement, ...names, game: game.key, seats, start: ready, public: this.open && !ready };
  }

  /** What is agreed, whoever sits there. */
  get agreement(): Omit<TableAsked, "game" | "seats" | "start"> {
    return {
      options: Object.fromEntries(Object.keys(this.options).map((key) => [key, this.choice(key) as Value])),
      public: this.open,
      clock: this.clockAsked,
      takeback: this.takeback,
      takeback_draws: this.takebackDraws,
      talk: this.talk,
      hints: this.hints,
      rated: this.rated,
      stand_in: this.standIn,
      patience: this.patience,
      ...(settings.pace === null ? {} : { pace: settings.pace }),
    };
  }

  private get clockAsked(): NonNullable<TableAsked["clock"]> {
    if (this.clock === "days") {
      const { move, bank, hours, leave, end } = this.days;
      return { kind: "days", seconds: move * DAY, increment: 0, bank: bank * DAY, hours, leave, end };
    }
    if (this.clock === "move") return { kind: "move", seconds: this.seconds, increment: 0 };
    if (this.clock === "total") return { kind: "total", seconds: this.minutes * 60, increment: this.increment };
    return { kind: "none", seconds: 0, increment: 0 };
  }
}

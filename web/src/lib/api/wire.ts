/** What the house sends. Until it is generated from the server's schema, written after it. */
import type { Text } from "../words/words";

export type Options = Readonly<Record<string, string | number | boolean>>;
export type GameEvent = Readonly<{ type: string } & Record<string, unknown>>;

export interface Clock {
  kind: "none" | "move" | "total";
  seconds: number;
  increment: number;
}
export interface House {
  public: boolean;
  clock: Clock;
  takeback: "never" | "ask" | "free";
  talk: boolean;
  hints: boolean;
  stand_in: number;
  patience: number;
}
export interface SeatShown {
  name: string;
  taken: boolean;
  person: boolean;
  level: number | null;
  away_until: number | null;
  host: boolean;
}
export interface Result {
  winners: number[];
  reason: string;
}
export interface Furniture {
  status: "open" | "playing" | "over";
  options: Options;
  house: House;
  seats: SeatShown[];
  /** The sides, each a list of seats. */
  teams: number[][];
  yours: number[];
  host: boolean;
  question: "takeback" | "draw" | null;
  asked_by: number | null;
  agreed: number[];
  result: Result | null;
  commitment: string | null;
  seed: string | null;
  before: string | null;
  next: string | null;
  /** Whether the rules let you talk to your partners in private. */
  confers?: boolean;
}
export interface Position {
  plies: number;
  to_move: number | null;
  view: unknown;
  clock: { left: number[]; running: number | null } | null;
  legal?: string[];
  ask?: Text;
}
export interface Saying {
  act: "said";
  name: string;
  seat: number | null;
  channel: "table" | "team" | "spectators";
  text: string;
  number?: number;
  at?: number;
}
/** Something that happened; `moved` and `started` bring the events to animate, and sentences. */
export interface Act {
  act: string;
  seat?: number;
  ply?: number;
  move?: string | null;
  stand_in?: boolean;
  events?: GameEvent[];
  told?: string[];
  until?: number;
  table?: string;
  name?: string;
  text?: string;
  channel?: Saying["channel"];
  question?: "takeback" | "draw";
  yes?: boolean;
  by?: number | null;
  winners?: number[];
  reason?: string;
}
export interface Snapshot {
  id: string;
  game: string;
  number: number;
  table: Furniture;
  position: Position | null;
  moves: (string | null)[];
  chat: Saying[];
  last?: Act[];
}
export interface Line {
  type: "line";
  number: number;
  at: number;
  key?: string;
  acts: Act[];
  table?: Furniture;
  position?: Position;
}
export interface Refusal {
  code: string;
  text: string;
  rule: string | null;
  cells: string[];
  retry_ms?: number | null;
}
export type Message =
  | ({ type: "hello"; version: number } & Snapshot)
  | Line
  | { type: "done"; key: string; number: number }
  | ({ type: "refused"; key?: string } & Refusal)
  | { type: "bye"; retry_ms: number };

export interface OptionShown {
  enum: (string | number | boolean)[];
  default: string | number | boolean;
  label: Text;
  names: Record<string, Text>;
  rule: string;
}
export interface GameShown {
  key: string;
  name: Text;
  goal: Text;
  credits: string;
  version: string;
  players: number[];
  minutes: [number, number];
  endings: Record<string, Text>;
  options: { properties: Record<string, OptionShown> };
}
export interface LevelShown {
  level: number;
  name: Text;
  manner: Text;
}
export interface Catalogue {
  games: GameShown[];
  levels: LevelShown[];
}
export interface Me {
  name: string;
  language: string;
  login: string | null;
}

/** An order to a table; see docs/protocol.md. */
export type Order =
  | { do: "sit"; seat?: number }
  | { do: "stand"; seat: number }
  | { do: "invite"; seat: number; level: number }
  | ({ do: "change" } & Partial<House> & { options?: Options })
  | { do: "start" }
  | { do: "move"; move: string; ply: number }
  | { do: "ask"; question: "takeback" | "draw" }
  | { do: "answer"; yes: boolean }
  | { do: "resign" }
  | { do: "leave" }
  | { do: "return" }
  | { do: "say"; text: string; channel?: Saying["channel"] }
  | ({ do: "rematch" } & Partial<House> & { options?: Options });

export interface TableInLobby {
  id: string;
  game: string;
  status: "open" | "playing" | "over";
  seats: number;
  free: number;
  opened: number;
  touched: number;
  options: Options;
  clock: Clock;
  players: { name: string; level: number | null; taken: boolean }[];
}
export interface MyTable extends TableInLobby {
  yours: number[];
  to_move: number | null;
  your_turn: boolean;
}

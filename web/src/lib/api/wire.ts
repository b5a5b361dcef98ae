/**
 * What the house sends and takes, by name. All of it is generated from the server's schema
 * (`npm run types`); a test fails when the two have drifted apart.
 */
import type { components } from "./schema";

export type Schemas = components["schemas"];

/** The options of a game as they were agreed. */
export type Options = Readonly<Record<string, unknown>>;
/** Something that happened on a board; each game has its own kinds. */
export type GameEvent = Schemas["GameEvent"];

export type Act = Schemas["Act"];
/** What may be agreed before a match. */
export type Agreement = Omit<Schemas["Change"], "do" | "key">;
export type AnalysisJob = Schemas["AnalysisJob"];
export type AnalysisShown = Schemas["AnalysisShown"];
export type AnswerShown = Schemas["AnswerShown"];
export type AttemptShown = Schemas["AttemptShown"];
export type Catalogue = Schemas["Catalogue"];
export type Clock = Schemas["ClockShown"];
/** The puzzle of a day, without its position. */
export type DayShown = Schemas["DayShown"];
/** A move that was made; the events are those of the game. */
export type Deed<Event = GameEvent> = Omit<Schemas["DeedShown"], "events"> & { events: readonly Event[] };
/** The moves that stand. */
export type DeedsShown = Schemas["DeedsShown"];
export type DaysShown = Schemas["DaysShown"];
export type ExploredShown = Schemas["ExploredShown"];
export type FigureShown = Schemas["FigureShown"];
export type Furniture = Schemas["Furniture"];
export type GameShown = Schemas["GameShown"];
export type HintJob = Schemas["HintJob"];
export type HintShown = Schemas["HintShown"];
export type House = Schemas["TermsShown"];
export type LadderShown = Schemas["LadderShown"];
export type LessonShown = Schemas["LessonShown"];
export type LevelShown = Schemas["LevelShown"];
export type Looking = Schemas["Looking"];
export type MannerShown = Schemas["MannerShown"];
export type Line = Schemas["Line"];
export type MatchPlayed = Schemas["MatchPlayed"];
export type Sitter = Schemas["Sitter"];
export type Me = Schemas["Me"];
export type Message = Schemas["Message"];
export type MoveAnalysed = Schemas["MoveAnalysed"];
export type MuteShown = Schemas["MuteShown"];
export type ChannelShown = Schemas["ChannelShown"];
export type NoticesShown = Schemas["NoticesShown"];
export type TrialShown = Schemas["TrialShown"];
export type MyRating = Schemas["MyRating"];
export type MyRatings = Schemas["MyRatings"];
export type MyTable = Schemas["MyTable"];
export type OptionShown = Schemas["OptionShown"];
export type Order = Schemas["Order"];
export type Position = Schemas["PositionShown"];
export type PositionChecked = Schemas["PositionChecked"];
export type PreviewShown = Schemas["PreviewShown"];
export type Profile = Schemas["Profile"];
export type PuzzleShown = Schemas["PuzzleShown"];
export type RecordShown = Schemas["RecordShown"];
export type Refusal = Schemas["RefusalShown"];
export type Replay = Schemas["ReplayShown"];
export type Result = Schemas["ResultShown"];
export type RungShown = Schemas["RungShown"];
export type Saying = Schemas["SayingShown"];
export type SeatRating = Schemas["SeatRating"];
export type SeatShown = Schemas["SeatShown"];
export type Snapshot = Schemas["Snapshot"];
export type StepShown = Schemas["StepShown"];
export type TableAsked = Schemas["TableAsked"];
export type TableRatings = Schemas["TableRatings"];
export type TableInLobby = Schemas["TableInLobby"];
/** A text of the house in both languages. */
export type Text = Schemas["TextShown"];
export type TokenMade = Schemas["TokenMade"];
export type TokenShown = Schemas["TokenShown"];

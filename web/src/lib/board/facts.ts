export type { GameEvent, Options } from "../api/wire";
export type { Text } from "../words/words";

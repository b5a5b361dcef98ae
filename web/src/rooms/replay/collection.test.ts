/** A file of several matches: each may be opened; any other text is none. */
import { expect, it } from "vitest";
import { collected, players } from "./collection";

const seats = [
  { name: "Carla", opponent: "" },
  { name: "", opponent: "Robin" },
];
const line = (id: string, record: string | null): string => JSON.stringify({ id, game: "g", ended: 7, seats, record });

it("finds the matches that have a record", () => {
  const found = collected(`${line("a", "one\n")}\n${line("b", null)}\n${line("c", "two")}\n`);
  expect(found.map(({ id, record }) => [id, record])).toEqual([
    ["a", "one\n"],
    ["c", "two"],
  ]);
  expect(found.map(players)[0]).toEqual(["Carla", "Robin"]);
});

it.each(["", "nonsense", "null", '{"format":"tabletier","hash":"x"}\n{"move":"a","hash":"y"}', '{"record":"x"}'])(
  "finds none in another text (%s)",
  (text) => {
    expect(collected(text)).toEqual([]);
  },
);

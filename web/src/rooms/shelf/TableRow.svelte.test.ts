/** With whom one plays, in the list of tables. */
import { mount, unmount, type ComponentProps } from "svelte";
import { afterEach, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import TableRow from "./TableRow.svelte";

type Props = ComponentProps<typeof TableRow>;
let row: Record<string, unknown>;

afterEach(() => void unmount(row));

/** What is said of the company at a table of ours. */
function company(
  language: "fr" | "en",
  names: readonly string[],
  teams: number[][],
  more: object = {},
  mine = [0],
  left = false,
): string {
  settings.language = language;
  document.documentElement.lang = language;
  const players = names.map((name) => ({ name, level: null, opponent: "", taken: name !== "" }));
  const table = { id: "t", game: "g", status: "playing", players, free: 0, ...more } as unknown as Props["table"];
  row = mount(TableRow, { target: document.body, props: { table, mine, teams, left } });
  return document.querySelector("small")?.textContent ?? "";
}
const TEAMS = [
  [0, 1],
  [2, 3],
];

it.each([
  ["fr", "avec Kit, contre Robin et Lison"],
  ["en", "with Kit, against Robin and Lison"],
] as const)("tells a partner from opponents (%s)", (language, told) => {
  expect(company(language, ["Anne", "Kit", "Robin", "Lison"], TEAMS)).toBe(told);
});

it("names those who are there already", () => {
  expect(company("en", ["Anne", "Kit", "", ""], TEAMS)).toBe("with Kit");
});

it("alone against one, as ever", () => {
  expect(company("en", ["Anne", "Kit"], [[0], [1]])).toBe("against Kit");
});

it.each([
  ["open", "nobody else yet"],
  ["over", "nobody else"],
])("waits for nobody once a match is over (%s)", (status, told) => {
  expect(company("en", ["Anne", ""], [[0], [1]], { status })).toBe(told);
});

it.each([
  ["fr", "Carla contre Dora"],
  ["en", "Carla against Dora"],
] as const)("names both sides where all sit at one screen (%s)", (language, told) => {
  expect(company(language, ["Carla", "Dora"], [[0], [1]], { status: "over" }, [0, 1])).toBe(told);
});

it.each([
  [{ rated: true }, "lost unless you come back"],
  [{ rated: false }, "under way"],
])("says what becomes of a table that we left (%o)", (more, told) => {
  company("en", ["Anne", "Kit"], [[0], [1]], more, [0], true);
  expect(document.querySelector(".state")?.textContent).toBe(told);
});

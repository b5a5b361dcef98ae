/** With whom one played, in a list of matches that are over. */
import { mount, unmount, type ComponentProps } from "svelte";
import { afterEach, expect, it } from "vitest";
import { settings } from "$lib/state/settings.svelte";
import MatchRow from "./MatchRow.svelte";

type Match = ComponentProps<typeof MatchRow>["match"];
type Seat = Match["seats"][number];
let row: Record<string, unknown>;

afterEach(() => void unmount(row));

const seat = (name: string, team: number, yours: boolean): Seat =>
  ({ name, team, yours, handle: null, house: false, level: null, opponent: "", stand_in: false }) as unknown as Seat;

/** What is said of the company, and what the way to the match is called. */
function company(outcome: string, seats: readonly Seat[]): [string, string] {
  settings.language = "en";
  const match = { id: "t", game: "g", outcome, seats, moves: 9, ended: 0, reason: "", rated: false, change: null };
  row = mount(MatchRow, { target: document.body, props: { match: match as unknown as Match } });
  const said = document.querySelector(".who")?.textContent?.trim().replace(/\s+/g, " ") ?? "";
  return [said, document.querySelector(".match")?.getAttribute("aria-label") ?? ""];
}

it("names those who played at one screen", () => {
  const [said, link] = company("mixed", [seat("Carla", 0, true), seat("Dora", 1, true)]);
  expect(said).toBe("Carla against Dora");
  expect(link).toBe("Replay g: Carla against Dora, both sides");
});

it("tells partners from opponents", () => {
  const seats = [seat("Anne", 0, true), seat("Robin", 1, false), seat("Kit", 0, false), seat("Zoe", 1, false)];
  const [said, link] = company("won", seats);
  expect(said).toBe("with Kit, against Robin, Zoe");
  expect(link).toBe("Replay g: with Kit, against Robin and Zoe, won");
});

it("says that nobody else played", () => {
  expect(company("won", [seat("Anne", 0, true)])[0]).toBe("nobody else");
});

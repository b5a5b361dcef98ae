/** Talking within the rules: who hears it, and why not. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Furniture } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import type { Desk } from "./desk.svelte";
import { mannersOf } from "./manners";
import Say from "./Say.svelte";

const seat = (level: number | null = null): object => ({ level });
const HOUSE = { talk: true, hints: true, hints_agreed: false };

/** Four seats in two teams; ours is the first. */
function furniture(more: object = {}): Furniture {
  return {
    status: "playing",
    house: HOUSE,
    seats: [seat(), seat(), seat(), seat()],
    teams: [
      [0, 2],
      [1, 3],
    ],
    yours: [0],
    confers: false,
    talk: { way: "aloud", rule: null },
    ...more,
  } as unknown as Furniture;
}

let shown: Record<string, unknown> | null = null;

function show(more: object, language: "fr" | "en" = "en"): ReturnType<typeof vi.fn> {
  settings.language = language;
  const order = vi.fn(() => Promise.resolve({ done: 1 }));
  const table = { id: "table", game: "game", furniture: furniture(more), order };
  const desk = { table, name: (n: number) => `P${n}` } as unknown as Desk;
  shown = mount(Say, { target: document.body, props: { desk } });
  flushSync();
  return order;
}

function say(text: string): void {
  const field = document.querySelector<HTMLInputElement>("form > input");
  if (field === null) throw new Error("nothing can be said");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  flushSync();
}

function hide(): void {
  if (shown !== null) void unmount(shown);
  shown = null;
}

afterEach(() => {
  hide();
  sessionStorage.clear();
});

describe("the field for talk", () => {
  it("lets partners choose between the table and themselves", () => {
    const order = show({ confers: true, talk: { way: "private", rule: "GAME-1" } });
    const [open, alone] = document.querySelectorAll<HTMLInputElement>("input[type=radio]");
    expect(alone?.checked).toBe(true);
    say("to you");
    open?.click();
    flushSync();
    say("to all");
    expect(order.mock.calls).toEqual([
      [{ do: "say", text: "to you", channel: "team" }],
      [{ do: "say", text: "to all", channel: "table" }],
    ]);
  });

  it("remembers what was chosen at this table, and begins with the table when the match is over", () => {
    const confers = { confers: true, talk: { way: "private", rule: "GAME-1" } };
    show(confers);
    document.querySelector<HTMLInputElement>("input[value=table]")?.click();
    flushSync();
    hide();
    show(confers);
    expect(document.querySelector<HTMLInputElement>("input[value=table]")?.checked).toBe(true);
    hide();
    sessionStorage.clear();
    show({ ...confers, status: "over" });
    expect(document.querySelector<HTMLInputElement>("input[value=table]")?.checked).toBe(true);
  });

  it.each([
    ["fr", "La règle interdit de se concerter", "Règle GAME-1"],
    ["en", "The rules forbid conferring", "Rule GAME-1"],
  ] as const)("says why it is closed, with the rule (%s)", (language, why, rule) => {
    show({ talk: { way: "closed", rule: "GAME-1" } }, language);
    expect(document.querySelector("form")).toBeNull();
    expect(document.body.textContent).toContain(why);
    const link = document.querySelector("a");
    expect(link?.textContent).toBe(rule);
    expect(link?.getAttribute("href")).toBe("/rules/game#GAME-1");
  });

  it("opens again when the match is over", () => {
    show({ status: "over", talk: { way: "closed", rule: "GAME-1" } });
    expect(document.querySelector("form")).not.toBeNull();
  });

  it("says that partners talk aloud, and who answers questions", () => {
    const seats = [seat(), seat(2), seat(3), seat(2)];
    show({ seats, talk: { way: "aloud", rule: "GAME-1" } });
    expect(document.querySelector("fieldset")).toBeNull();
    expect(document.body.textContent).toContain("Partners talk aloud");
    expect(document.body.textContent).toContain("P2 answers questions");
  });
});

describe("manners", () => {
  it("no partner of the house answers where there is none, or no hints were agreed", () => {
    expect(mannersOf(furniture()).partner).toBeNull();
    const seats = [seat(), seat(), seat(1), seat()];
    expect(mannersOf(furniture({ seats })).partner).toBe(2);
    const house = { ...HOUSE, hints: false, hints_agreed: true };
    expect(mannersOf(furniture({ seats, house })).partner).toBeNull();
  });

  it("a spectator talks to spectators", () => {
    expect(mannersOf(furniture({ yours: [] })).channels).toEqual(["spectators"]);
  });
});

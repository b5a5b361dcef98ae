/** However many moves there are, their list is one stop for Tab. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Desk } from "./desk.svelte";
import Moves from "./Moves.svelte";

const face = { spoken: (move: string) => move };
let table = $state({ id: "t", moves: [] as string[] });
let list: Record<string, unknown>;

beforeEach(() => {
  table = { id: "t", moves: Array.from({ length: 199 }, (_, n) => `move ${n + 1}`) };
  const desk = { table, deeds: [], sitters: [], face, name: () => "" } as unknown as Desk;
  list = mount(Moves, { target: document.body, props: { desk } });
  flushSync();
});
afterEach(() => void unmount(list));

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("li a")];
const stops = (): string[] =>
  links()
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);
function press(key: string): string {
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
  return document.activeElement?.textContent ?? "";
}

it("Tab comes to the last move only, also to one that is new", () => {
  expect(stops()).toEqual(["199"]);
  table.moves.push("move 200");
  flushSync();
  expect(stops()).toEqual(["200"]);
});

it("arrows walk from move to move, Home and End to the first and the last", () => {
  links().at(-1)?.focus();
  expect(["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"].map(press)).toEqual([
    "198",
    "197",
    "198",
    "199",
    "199",
  ]);
  expect(["Home", "ArrowUp", "ArrowDown", "End"].map(press)).toEqual(["1", "1", "2", "199"]);
});

it("the focus stays on its move while others are made", () => {
  links().at(-1)?.focus();
  press("ArrowUp");
  table.moves.push("move 200");
  flushSync();
  expect([document.activeElement?.textContent, stops()]).toEqual(["198", ["198"]]);
});

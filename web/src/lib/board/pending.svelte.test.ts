import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settings } from "../state/settings.svelte";
import Cells from "./Cells.svelte";
import { pending } from "./pending.svelte";

const cell = { x: 0, y: 0, width: 10, height: 10, plays: true };
const rows = [
  [
    { ...cell, key: "a1", label: "a1, empty" },
    { ...cell, key: "b1", label: "b1, empty" },
  ],
];
let picked: string[] = [];
let shown: ReturnType<typeof mount> | null = null;

function touch(key: string): void {
  const place = document.querySelector(`[data-cell="${key}"]`);
  place?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch", button: 0 }));
  place?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

beforeEach(() => {
  settings.confirm = "always";
  picked = [];
  const target = document.body.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  const ignore = (): void => undefined;
  const pick = (key: string): number => picked.push(key);
  const choice = $state({ looked: null, touched: null, pick, drop: ignore, hold: ignore, cancel: ignore });
  shown = mount(Cells, { target, props: { rows, label: "board", choice } });
  flushSync();
});
afterEach(async () => {
  if (shown !== null) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

describe("a place that waits for a second touch", () => {
  it("is told to the line in words until it is played", () => {
    touch("a1");
    expect([picked, pending.label]).toEqual([[], "a1, empty"]);
    touch("a1");
    expect([picked, pending.label]).toEqual([["a1"], null]);
  });
  it("gives way to another place, and is forgotten with the board", async () => {
    touch("a1");
    touch("b1");
    expect([picked, pending.label]).toEqual([[], "b1, empty"]);
    if (shown !== null) await unmount(shown);
    shown = null;
    flushSync();
    expect(pending.label).toBeNull();
  });
});

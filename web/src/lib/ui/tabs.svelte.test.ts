import { createRawSnippet, flushSync, mount, unmount, type ComponentProps } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import Tabs from "./Tabs.svelte";

type Name = "moves" | "talk" | "after";
let bar: Record<string, unknown> | null = null;

function show(): { chosen: () => Name; onchoose: ReturnType<typeof vi.fn> } {
  const onchoose = vi.fn((tab: Name) => {
    props.chosen = tab;
  });
  const name = createRawSnippet<[Name]>((tab) => ({ render: () => `<span>${tab()}</span>` }));
  const props = $state<ComponentProps<typeof Tabs<Name>>>({
    tabs: ["moves", "talk", "after"],
    chosen: "moves",
    label: "About",
    panel: "p1",
    onchoose,
    name,
  });
  bar = mount(Tabs<Name>, { target: document.body, props });
  flushSync();
  return { chosen: () => props.chosen, onchoose };
}
afterEach(() => {
  if (bar !== null) void unmount(bar);
});

const tab = (name: Name): HTMLElement => document.getElementById(`p1-${name}`) as HTMLElement;
function press(key: string): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

it("has one tab stop, on the chosen tab, and names its panel", () => {
  show();
  expect(document.querySelector('[role="tablist"]')?.getAttribute("aria-label")).toBe("About");
  const stops = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].map((one) => one.tabIndex);
  expect(stops).toEqual([0, -1, -1]);
  expect([tab("moves").getAttribute("aria-selected"), tab("talk").textContent.trim()]).toEqual(["true", "talk"]);
  expect(tab("talk").getAttribute("aria-controls")).toBe("p1");
});

it("is walked with the arrow keys, all the way round, and the focus goes along", () => {
  const { chosen, onchoose } = show();
  tab("moves").focus();
  press("ArrowLeft");
  expect([chosen(), document.activeElement?.id]).toEqual(["after", "p1-after"]);
  press("ArrowRight");
  press("ArrowRight");
  press("Home");
  expect([chosen(), document.activeElement?.id]).toEqual(["talk", "p1-talk"]);
  expect(onchoose.mock.calls).toEqual([
    ["after", true],
    ["moves", true],
    ["talk", true],
  ]);
});

it("says which tab was touched, also the one that is chosen", () => {
  const { onchoose } = show();
  tab("talk").click();
  flushSync();
  tab("talk").click();
  expect(onchoose.mock.calls).toEqual([
    ["talk", false],
    ["talk", false],
  ]);
});

import { afterEach, describe, expect, it } from "vitest";
import { onEscape } from "./escape";

const layers: (() => void)[] = [];
let gone: string[] = [];

function lay(name: string, there = true): void {
  layers.push(
    onEscape(() => {
      if (there) gone.push(name);
      return there;
    }),
  );
}

function escape(): boolean {
  return !document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
}

afterEach(() => {
  for (const leave of layers.splice(0)) leave();
  document.body.replaceChildren();
  gone = [];
});

describe("Escape", () => {
  it("puts away what came last, and only that; what has nothing to put away passes it on", () => {
    lay("choice");
    lay("sheet");
    lay("empty", false);
    expect(escape()).toBe(true);
    expect(gone).toEqual(["sheet"]);
    layers.splice(1, 1)[0]?.();
    escape();
    expect(gone).toEqual(["sheet", "choice"]);
  });

  it("leaves everything under a dialog as it is", () => {
    lay("choice");
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.open = true;
    expect(escape()).toBe(false);
    expect(gone).toEqual([]);
  });

  it("is nobody's once all are gone", () => {
    lay("choice");
    for (const leave of layers.splice(0)) leave();
    expect(escape()).toBe(false);
  });
});

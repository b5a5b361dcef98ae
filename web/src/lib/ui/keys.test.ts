import { afterEach, expect, it } from "vitest";
import { isForRoom } from "./keys";

afterEach(() => document.body.replaceChildren());

/** Whether a key that is pressed there is for the room. */
function pressed(inside: string, held: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = inside;
  let found = false;
  const hear = (event: KeyboardEvent): void => void (found = isForRoom(event));
  addEventListener("keydown", hear);
  const event = new KeyboardEvent("keydown", { key: "v", bubbles: true, ...held });
  (document.querySelector("#here") ?? document.body).dispatchEvent(event);
  removeEventListener("keydown", hear);
  return found;
}

it.each([
  ["", true],
  ["<button id=here></button>", true],
  ["<input id=here>", false],
  ["<select id=here></select>", false],
  ["<dialog open><button id=here></button></dialog>", false],
])("a key pressed in %o is for the room: %s", (inside, is) => {
  expect(pressed(inside)).toBe(is);
  expect(pressed(inside, { ctrlKey: true })).toBe(false);
});

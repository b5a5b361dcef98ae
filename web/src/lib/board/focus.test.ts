/** What had the focus is gone: whoever plays with keys is at the board. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepFocus } from "./focus";

const GRID = `<svg><g role="grid"><rect id="a1" role="gridcell" tabindex="-1"/><rect id="b1" role="gridcell" tabindex="0"/></g></svg>`;
let leave: () => void;

beforeEach(() => {
  document.body.innerHTML = `<div id="place">${GRID}<button id="pass">Pass</button></div><button id="far">Far</button>`;
  leave = keepFocus(find("place")) as () => void;
});
afterEach(() => leave());

const find = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
/** A button is pressed: `detail` is 0 for keys and screen readers, the number of clicks for a pointer. */
function press(id: string, detail: number): void {
  find(id).focus();
  find(id).dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
}
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

it("the focus goes to the board's tab stop when the button that had it is gone", async () => {
  press("pass", 0);
  find("pass").remove();
  await settled();
  expect(document.activeElement?.id).toBe("b1");
});

it("the same where the button can be pressed no longer", async () => {
  press("pass", 0);
  find("pass").setAttribute("disabled", "");
  await settled();
  expect(document.activeElement?.id).toBe("b1");
});

it("a pointer leaves the board alone", async () => {
  press("pass", 1);
  find("pass").remove();
  await settled();
  expect(document.activeElement?.id).not.toBe("b1");
});

it("nobody is fetched from elsewhere", async () => {
  press("pass", 0);
  find("far").focus();
  find("pass").remove();
  await settled();
  expect(document.activeElement?.id).toBe("far");
});

/** Marbles that stay themselves, on positions that the engine played. */
import { describe, expect, it } from "vitest";
import found from "./fixtures.json";
import { settle } from "./pieces";
import { isOut, left, type View } from "./view";

const before = found.captured.before as View;
const after = found.captured.after as View;
const four = found.pushed.before as View;

describe("marbles", () => {
  it("keep their names as they move, and roll to the rail when captured", () => {
    const one = settle([], before);
    const two = settle(one, after);
    const name = (list: typeof one, cell: string): string | undefined =>
      list.find((marble) => marble.cell === cell)?.id;
    expect(one.filter((marble) => marble.cell !== null)).toHaveLength(28);
    expect(name(two, "b8")).toBe(name(one, "b9"));
    expect(name(two, "e3")).toBe(name(one, "e3"));
    const captured = two.filter((marble) => marble.cell === null);
    expect(captured).toMatchObject([{ id: name(one, "c8"), slot: 0, lost: "c8" }]);
    expect(settle(two, after).find((marble) => marble.cell === null)?.lost).toBeNull();
  });

  it("come back from the rail when a move is taken back", () => {
    const one = settle([], before);
    const back = settle(settle(one, after), before);
    expect(back.map(({ id, cell }) => [id, cell])).toEqual(one.map(({ id, cell }) => [id, cell]));
  });

  it("keep their places on the rail as others join", () => {
    const without = (...gone: string[]): View["marbles"] =>
      Object.fromEntries(Object.entries(before.marbles).filter(([cell]) => !gone.includes(cell)));
    const one = settle(settle([], before), { ...before, marbles: without("c8") });
    const two = settle(one, { ...before, marbles: without("c8", "a2") });
    const slots = two.filter((marble) => marble.cell === null).map(({ id, slot }) => [slot, id]);
    expect(slots.sort()[0]?.[1]).toBe(one.find((marble) => marble.cell === null)?.id);
    expect(slots).toHaveLength(2);
  });

  it("are counted by colour", () => {
    expect(left(after, "w")).toBe(6);
    expect(isOut(after, "w")).toBe(false);
    expect(isOut({ ...four, marbles: { e5: "n" } }, "w")).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import type { Act, Furniture } from "$lib/api/wire";
import { settings } from "$lib/state/settings.svelte";
import { answered, asked, awaited, isOurs, isOwed } from "./asking";

const NAMES = ["Ann", "Ben", "Odile"];
const name = (seat: number | null | undefined): string => NAMES[seat ?? -1] ?? "";
const seats = [
  { person: true, level: null },
  { person: true, level: null },
  { person: false, level: 2 },
];
const house = { talk: true };
const furniture = (more: object): Furniture =>
  ({
    seats,
    house,
    options: {},
    proposed: null,
    agreed: [0],
    declined: [],
    asked_by: 0,
    ...more,
  }) as unknown as Furniture;
settings.language = "en";

describe("a question", () => {
  it("names who asks, to others", () => {
    const draw = furniture({ question: "draw", yours: [1] });
    expect(asked(draw, name)).toBe("Ann offers a draw.");
    expect([isOurs(draw), isOwed(draw)]).toEqual([false, true]);
    const mine = furniture({ question: "draw", yours: [0] });
    expect(asked(mine, name)).toBe("You offer a draw.");
    expect([isOurs(mine), isOwed(mine)]).toEqual([true, false]);
    expect(isOwed(furniture({ question: "draw", yours: [] }))).toBe(false);
    expect(asked(furniture({ question: null, yours: [] }), name)).toBeNull();
  });

  it("says whom it waits for: the house thinks about a draw only", () => {
    expect(awaited(furniture({ question: "draw" }), name)).toBe("Waiting for Ben and Odile.");
    expect(awaited(furniture({ question: "takeback" }), name)).toBe("Waiting for Ben.");
  });

  it("about a rematch goes on without who declined, and says so", () => {
    expect(awaited(furniture({ question: "rematch", declined: [1] }), name)).toBe("Ben will not come.");
    const three = [...seats.slice(0, 2), { person: true, level: null }];
    const open = furniture({ question: "rematch", seats: three, declined: [1] });
    expect(awaited(open, name)).toBe("Ben will not come. Waiting for Odile.");
  });

  it("about a rematch says when its rules are others", () => {
    const again = (talk: boolean): Furniture =>
      furniture({ question: "rematch", yours: [1], proposed: { options: {}, house: { talk } } });
    expect(asked(again(true), name)).toBe("Ann proposes a rematch.");
    expect(asked(again(false), name)).toBe("Ann proposes a rematch by other rules.");
  });
});

describe("an answer", () => {
  const told = (act: object, yours: number[] = []): string | null => answered([act as Act], name, yours);

  it("is told with the name of who gives it, and the words of the house", () => {
    const no = { act: "answered", question: "draw", seat: 1, yes: false, reason: "", text: null };
    expect(told(no)).toBe("Ben declines.");
    expect(told({ ...no, yes: true })).toBe("Ben agrees.");
    expect(told({ ...no, reason: "moved" })).toBe("Ben played on: that is a no.");
    const text = { fr: "", en: "I am ahead, and play on." };
    expect(told({ ...no, seat: 2, reason: "ahead", text })).toBe("Odile declines: “I am ahead, and play on.”");
    expect(told({ act: "withdrawn", seat: 0 })).toBe("Ann withdraws the request.");
    expect(told({ act: "moved", seat: 0 })).toBeNull();
  });

  it("of one's own is told as one's own, but by name where several share the screen", () => {
    const no = { act: "answered", question: "draw", seat: 1, yes: false, reason: "", text: null };
    expect(told(no, [1])).toBe("You decline.");
    expect(told({ ...no, yes: true }, [1])).toBe("You agree.");
    expect(told({ ...no, reason: "moved" }, [1])).toBe("You played on: that is a no.");
    expect(told({ act: "withdrawn", seat: 1 }, [1])).toBe("You withdraw your request.");
    expect(told(no, [0, 1])).toBe("Ben declines.");
    expect(told(no, [0])).toBe("Ben declines.");
  });
});

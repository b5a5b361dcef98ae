import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../api/client"; // asked for when needed: loading it takes longer than false clocks do
import { FakeSocket, sockets } from "./fake-socket";
import { LiveTable } from "./table.svelte";

let table: LiveTable;
const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;

const position = (plies: number): object => ({ plies, to_move: plies % 2, legal: ["a1"], view: {} });
const snapshot = {
  game: "chess",
  table: { status: "playing", seats: [] },
  position: position(2),
  moves: ["a1", null],
  chat: [],
};
const moved = (number: number, move: string, plies: number): object => ({
  type: "line",
  number,
  at: Date.now() + 5000,
  acts: [{ act: "moved", seat: 0, move, events: [{ type: "placed" }], told: ["Ann plays."] }],
  position: position(plies),
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  sockets.length = 0;
  table = new LiveTable("t1");
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a table", () => {
  it("is asked for in the reader's language, and shown as the house greets", () => {
    expect(socket().address).toMatch(/\/api\/v1\/tables\/t1\/live\?lang=(fr|en)&tell=(fr|en)&looks=true$/);
    const last = [{ act: "moved", seat: 1, move: "b2", events: [{ type: "placed" }], told: ["Bob."] }];
    socket().greet(7, { ...snapshot, last });
    expect(table.game).toBe("chess");
    expect(table.position?.plies).toBe(2);
    expect(table.moves).toEqual(["a1", null]);
    expect(table.beat).toMatchObject({ number: 7, fresh: false, told: ["Bob."] });
  });

  it("is kept up to date by the lines that follow", () => {
    socket().greet(7, snapshot);
    socket().say(moved(8, "c3", 3));
    expect(table.position?.plies).toBe(3);
    expect(table.moves).toEqual(["a1", null, "c3"]);
    expect(table.beat).toMatchObject({ number: 8, fresh: true, told: ["Ann plays."] });
    expect(table.beat.events).toEqual([{ type: "placed" }]);
    expect(table.skew).toBe(5000);
    socket().say({ type: "line", number: 9, at: 0, acts: [{ act: "said", seat: 0, text: "hm" }] });
    expect(table.chat).toMatchObject([{ text: "hm", number: 9 }]);
    expect(table.position?.plies).toBe(3);
  });

  it("lingers over a move that was made, and hears the rest afterwards, or at once if there is enough", async () => {
    socket().greet(7, snapshot);
    const seen = table.linger(800, new Promise(() => undefined));
    socket().say(moved(8, "c3", 3));
    socket().say(moved(9, "d4", 4));
    await vi.advanceTimersByTimeAsync(799);
    expect(table.position?.plies).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    await seen;
    expect([table.position?.plies, table.moves]).toEqual([4, ["a1", null, "c3", "d4"]]);
    await table.linger(800, Promise.resolve());
    socket().say(moved(10, "e5", 5));
    expect(table.position?.plies).toBe(5);
  });

  it("knows until when what a stand-in played can be taken back: until the sitter's own move", () => {
    socket().greet(7, { ...snapshot, table: { status: "playing", seats: [{ played_for: 1 }, { played_for: 3 }] } });
    const left = (): number[] => table.furniture?.seats.map((seat) => seat.played_for) ?? [];
    const line = moved(8, "c3", 3) as { acts: object[] };
    socket().say({ ...line, acts: line.acts.map((act) => ({ ...act, stand_in: true })) });
    expect(left()).toEqual([2, 3]);
    socket().say(moved(9, "d4", 4));
    expect(left()).toEqual([0, 3]);
  });

  it("asks how it was before what everybody looks at, where that ended before we came", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      const steps = [{ view: { step: 0 } }, { view: { step: 1 } }, { view: { step: 2 } }];
      return Promise.resolve(
        new Response(JSON.stringify({ first: 0, steps, deeds: [] }), {
          headers: { "Content-Type": "application/json" },
        }),
      );
    });
    socket().greet(7, { ...snapshot, table: { status: "playing", seats: [], pause: { until: 0, seats: [0] } } });
    await vi.waitFor(() => expect(table.before).toEqual({ step: 1 }));
    expect(asked.some((path) => path.endsWith("/tables/t1/replay"))).toBe(true);
    socket().say(moved(8, "c3", 3));
    expect(table.before).toBeNull();
  });

  it("draws what was missed as already done", () => {
    socket().greet(7, snapshot);
    socket().cut();
    vi.advanceTimersByTime(1000);
    socket().say(moved(8, "c3", 3)); // before the greeting: told because we asked for what came after 7
    expect(table.beat).toMatchObject({ number: 8, fresh: false });
    const before = table.beat;
    socket().greet(8, { ...snapshot, position: position(3), moves: ["a1", null, "c3"] });
    expect(table.beat).toBe(before);
    expect(table.moves).toHaveLength(3);
  });

  it("sends a move for the position that is shown, and shows why it is refused until another comes", async () => {
    socket().greet(7, snapshot);
    const answer = table.play("z9");
    expect(table.waiting).toBe(1);
    const [order] = socket().orders();
    expect(order).toMatchObject({ do: "move", move: "z9", ply: 2 });
    socket().say({ type: "refused", key: order?.["key"], code: "rules/no", text: "no", rule: "X-1", cells: [] });
    await expect(answer).resolves.toHaveProperty("refused");
    expect(table.waiting).toBe(0);
    expect(table.refusal?.rule).toBe("X-1");
    socket().say(moved(8, "c3", 3));
    expect(table.refusal).toBeNull();
  });

  it("asks who made the moves before it came, and keeps what it hears meanwhile", async () => {
    const deeds = [0, 1].map((seat) => ({ seat, move: "a1", events: [] }));
    let tell = (): void => undefined;
    const asked = new Promise<Response>((answer) => {
      tell = () => answer(new Response(JSON.stringify({ first: 0, deeds })));
    });
    vi.stubGlobal("fetch", vi.fn().mockReturnValue(asked));
    socket().greet(7, { ...snapshot, moves: ["a1", "b2"] });
    socket().say(moved(8, "c3", 3));
    expect(table.deeds).toHaveLength(1);
    tell();
    await vi.waitFor(() => expect(table.deeds.map(({ move }) => move)).toEqual(["a1", "a1", "c3"]));
  });

  it("takes the list of moves that a line brings: one was taken back, or came to light", () => {
    socket().greet(7, snapshot);
    const took = { type: "line", number: 8, at: 0, acts: [{ act: "took_back", kept: 1 }], position: position(1) };
    socket().say({ ...took, moves: ["a1"] });
    expect(table.moves).toEqual(["a1"]);
    socket().say({ ...moved(9, "c3", 2), moves: ["a1", "b2", "c3"] });
    expect(table.moves).toEqual(["a1", "b2", "c3"]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Link, type LinkState } from "./link";
import { FakeSocket, sockets } from "./fake-socket";

let states: LinkState[] = [];
let heard: string[] = [];
let link: Link;
let reachable = true;

const seen = (type: string): number => heard.filter((one) => one === type).length;
const socket = (): FakeSocket => {
  const last = sockets.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
};
const state = (): LinkState | undefined => states.at(-1);
const wait = (): number => {
  const now = state();
  return now?.status === "lost" ? now.retry : 0;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5); // no jitter: a wait is exactly what it should be
  sockets.length = 0;
  states = [];
  heard = [];
  reachable = true;
  let keys = 0;
  link = new Link(
    (after) => `ws://house/live?after=${after}`,
    { onmessage: ({ type }) => heard.push(type), onstate: (one) => states.push(one) },
    () => `k${(keys += 1)}`,
    () => (reachable ? Promise.resolve() : Promise.reject(new Error("offline"))),
  );
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("orders", () => {
  it("wait for the greeting, go out once, and are answered by their key", async () => {
    const answer = link.send({ do: "resign" });
    expect(socket().sent).toEqual([]);
    socket().greet(4);
    expect(socket().orders()).toEqual([{ do: "resign", key: "k1" }]);
    socket().say({ type: "done", key: "k2", number: 5 }); // somebody else's
    expect(link.unanswered).toBe(1);
    socket().say({ type: "done", key: "k1", number: 6 });
    await expect(answer).resolves.toEqual({ number: 6 });
    expect(link.unanswered).toBe(0);
  });

  it("are sent again with the same key after a cut, and not a third time", async () => {
    socket().greet(4);
    const answer = link.send({ do: "move", move: "a1", ply: 0 });
    const before = socket().sent;
    socket().cut();
    vi.advanceTimersByTime(wait());
    expect(sockets).toHaveLength(2);
    expect(socket().sent).toEqual([]);
    socket().greet(5);
    expect(socket().sent).toEqual(before);
    socket().say({ type: "done", key: "k1", number: 5 });
    await expect(answer).resolves.toEqual({ number: 5 });
    socket().cut();
    vi.advanceTimersByTime(wait());
    socket().greet(5);
    expect(socket().sent).toEqual([]);
  });

  it("given while the link is lost go out when it is back, in the order they were given", () => {
    socket().greet(4);
    socket().cut();
    void link.send({ do: "say", text: "one" });
    void link.send({ do: "say", text: "two" });
    vi.advanceTimersByTime(wait());
    socket().greet(4);
    expect(
      socket()
        .orders()
        .map(({ key }) => key),
    ).toEqual(["k1", "k2"]);
  });

  it("that are refused come back with the reason", async () => {
    socket().greet(4);
    const answer = link.send({ do: "move", move: "z9", ply: 0 });
    const refused = { type: "refused", key: "k1", code: "rules/no", text: "no", rule: "X-1", cells: ["z9"] };
    socket().say(refused);
    await expect(answer).resolves.toEqual({ refused });
  });

  it("that could not be stored are sent again by themselves, and nobody is told", async () => {
    socket().greet(4);
    const told = vi.fn();
    void link.send({ do: "resign" }).then(told);
    socket().say({
      type: "refused",
      key: "k1",
      code: "house/storage",
      text: "later",
      retry_ms: 400,
      rule: null,
      cells: [],
    });
    await vi.advanceTimersByTimeAsync(399);
    expect(socket().sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket().sent).toHaveLength(2);
    expect(socket().sent[1]).toBe(socket().sent[0]);
    expect(told).not.toHaveBeenCalled();
    socket().say({ type: "done", key: "k1", number: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveBeenCalledWith({ number: 5 });
  });
});

describe("lines", () => {
  const line = (number: number): object => ({ type: "line", number, at: 0, acts: [] });

  it("that are told again are heard once, and the next socket asks only for what came after", () => {
    socket().greet(4);
    for (const number of [5, 6, 6, 5, 7]) socket().say(line(number));
    expect(seen("line")).toBe(3);
    socket().cut();
    vi.advanceTimersByTime(wait());
    expect(socket().address).toBe("ws://house/live?after=7");
  });

  it("of a kind that this page does not know are passed over", () => {
    socket().greet(4);
    socket().say({ type: "fireworks" });
    expect(heard).toEqual(["hello"]);
  });
});

describe("a lost link", () => {
  it("tries again after longer and longer, up to eight seconds, and counts from the first loss", () => {
    socket().greet(4);
    const lost = Date.now();
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      socket().cut();
      expect(state()).toMatchObject({ status: "lost", since: lost });
      waits.push(wait());
      vi.advanceTimersByTime(wait());
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
    socket().greet(4);
    expect(state()).toEqual({ status: "open" });
    socket().cut();
    expect(wait()).toBe(300);
  });

  it("waits as long as a closing house asks", () => {
    socket().greet(4);
    socket().say({ type: "bye", retry_ms: 2500 });
    socket().cut();
    expect(wait()).toBe(2500);
  });

  it("tries at once when the machine is online again, but never twice at a time", () => {
    dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(1);
    socket().greet(4);
    socket().cut();
    dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(2);
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it("is noticed as soon as the machine says so, unless the house answers all the same", async () => {
    socket().greet(4);
    dispatchEvent(new Event("offline"));
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toEqual({ status: "open" });
    reachable = false;
    const since = Date.now();
    dispatchEvent(new Event("offline"));
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ status: "lost", since });
    dispatchEvent(new Event("online"));
    socket().greet(4);
    expect(state()).toEqual({ status: "open" });
  });

  it("is not looked for where there is no table", () => {
    socket().cut(4404);
    expect(state()).toEqual({ status: "gone", code: 4404 });
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(1);
  });

  it("is not looked for by somebody who has left", () => {
    socket().greet(4);
    link.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(state()).toEqual({ status: "open" });
  });

  it("does not mind a late farewell of the socket before", () => {
    socket().greet(4);
    const old = socket();
    old.cut();
    vi.advanceTimersByTime(wait());
    socket().greet(4);
    old.cut();
    expect(state()).toEqual({ status: "open" });
  });
});

describe("a page that is hidden behind another", () => {
  const see = (visibilityState: string): void => {
    vi.stubGlobal("document", { visibilityState });
    dispatchEvent(new Event("visibilitychange"));
  };
  const told = (): unknown[] =>
    socket()
      .orders()
      .map(({ looks }) => looks);

  it("says so, and that it is in sight again, each once", () => {
    socket().greet(4);
    see("hidden");
    see("hidden");
    see("visible");
    expect(socket().orders()).toEqual([
      { do: "looking", looks: false },
      { do: "looking", looks: true },
    ]);
  });

  it("says so once it is greeted, over every new link", () => {
    see("hidden");
    expect(socket().sent).toEqual([]);
    socket().greet(4);
    expect(told()).toEqual([false]);
    socket().cut();
    vi.advanceTimersByTime(wait());
    socket().greet(4);
    expect(told()).toEqual([false]);
    see("visible");
    expect(told()).toEqual([false, true]);
  });
});

describe("a page that is left by another address", () => {
  const leave = (): boolean => dispatchEvent(new Event("pagehide"));
  const comeBack = (): boolean => dispatchEvent(new Event("pageshow"));

  it("hangs up, and joins again on the way back, without a word of a lost link", () => {
    socket().greet(4);
    const before = socket();
    leave();
    expect(before.readyState).toBe(3);
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    dispatchEvent(new Event("offline"));
    expect(sockets).toHaveLength(1);
    comeBack();
    expect(sockets).toHaveLength(2);
    expect(socket().address).toBe("ws://house/live?after=4");
    socket().greet(6);
    expect(states.map(({ status }) => status)).toEqual(["joining", "open", "joining", "open"]);
    socket().cut();
    expect(wait()).toBe(300);
  });

  it("keeps the orders that wait, and sends them with the same keys", async () => {
    socket().greet(4);
    const answer = link.send({ do: "resign" });
    const before = socket().sent;
    leave();
    void link.send({ do: "say", text: "later" });
    expect(link.unanswered).toBe(2);
    comeBack();
    socket().greet(5);
    expect(socket().sent.slice(0, 1)).toEqual(before);
    expect(
      socket()
        .orders()
        .map(({ key }) => key),
    ).toEqual(["k1", "k2"]);
    socket().say({ type: "done", key: "k1", number: 5 });
    await expect(answer).resolves.toEqual({ number: 5 });
  });

  it("while the link is lost tries no more, then at once, and goes on counting where it was", () => {
    socket().greet(4);
    const since = Date.now();
    socket().cut();
    vi.advanceTimersByTime(wait());
    socket().cut();
    expect(wait()).toBe(600);
    leave();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
    comeBack();
    expect(sockets).toHaveLength(3);
    socket().cut();
    expect(state()).toMatchObject({ status: "lost", since, retry: 1200 });
    vi.advanceTimersByTime(wait());
    socket().greet(4);
    expect(state()).toEqual({ status: "open" });
  });

  it("that is shown for the first time, or where there is no table, does not join again", () => {
    comeBack();
    expect(sockets).toHaveLength(1);
    socket().cut(4404);
    leave();
    comeBack();
    expect(sockets).toHaveLength(1);
  });
});

import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Position } from "../api/wire";
import type { LinkState } from "./link";
import { Foresight } from "./preview.svelte";

const at = (plies: number): Position => ({ plies, to_move: 0, view: {}, clock: null }) as Position;
class Table {
  id = "t1";
  position = $state.raw<Position | null>(at(0));
  link = $state.raw<LinkState>({ status: "open" });
}
let table = new Table();
/** What was asked, and how to answer it. */
let questions: { moves: string[]; answer: (status: number, body: object) => Promise<void> }[] = [];

beforeEach(() => {
  questions = [];
  table = new Table();
  vi.stubGlobal("fetch", (address: string, init: { body: string }) => {
    expect(address).toBe("/api/v1/tables/t1/preview");
    const { moves } = JSON.parse(init.body) as { moves: string[] };
    return new Promise<Response>((answer) => {
      questions.push({
        moves,
        answer: async (status, body) => {
          answer(new Response(JSON.stringify(body), { status }));
          for (let n = 0; n < 8; n += 1) await Promise.resolve();
          await new Promise((later) => setTimeout(later));
        },
      });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const taken = [{ type: "captured", at: "c8" }];

describe("what moves would cause", () => {
  it("is asked once for each move of a position, and known when the house has said it", async () => {
    const foresight = new Foresight(table);
    let seen: unknown = null;
    const stop = $effect.root(() => {
      $effect(() => void (seen = foresight.of("a1-a2")));
    });
    foresight.consider(["a1-a2", "a1-a3"]);
    foresight.consider(["a1-a3", "b1-b2"]);
    expect(questions.map(({ moves }) => moves)).toEqual([["a1-a2", "a1-a3"], ["b1-b2"]]);
    flushSync();
    expect(seen).toBeNull();
    await questions[1]?.answer(200, { plies: 0, caused: { "b1-b2": [] } });
    await questions[0]?.answer(200, { plies: 0, caused: { "a1-a2": taken, "a1-a3": [] } });
    flushSync();
    expect(seen).toEqual(taken);
    expect(foresight.of("b1-b2")).toEqual([]);
    expect(foresight.of("z1-z2")).toBeNull();
    foresight.consider(["a1-a2"]);
    expect(questions).toHaveLength(2);
    stop();
  });

  it("is forgotten with the position it was asked in, even if the answer comes late", async () => {
    const foresight = new Foresight(table);
    foresight.consider(["a1-a2"]);
    await questions[0]?.answer(200, { plies: 0, caused: { "a1-a2": taken } });
    expect(foresight.of("a1-a2")).toEqual(taken);
    foresight.consider(["b1-b2"]);
    table.position = at(0); // a move was taken back: as many were ever made, yet it is another position
    expect(foresight.of("a1-a2")).toBeNull();
    await questions[1]?.answer(200, { plies: 0, caused: { "b1-b2": taken } });
    expect(foresight.of("b1-b2")).toBeNull();
    foresight.consider(["b1-b2"]);
    expect(questions).toHaveLength(3);
  });

  it("stays unknown when the house refuses, and is asked again when it is thought of again", async () => {
    const foresight = new Foresight(table);
    foresight.consider(["a1-a2"]);
    await questions[0]?.answer(429, { code: "rate/preview", text: "too often" });
    expect(foresight.of("a1-a2")).toBeNull();
    foresight.consider(["a1-a2"]);
    expect(questions).toHaveLength(2);
  });

  it("is not asked while the link is lost, nor more of it at once than the house takes", () => {
    const foresight = new Foresight(table);
    table.link = { status: "lost", since: 0, retry: 1 };
    foresight.consider(["a1-a2"]);
    expect(questions).toHaveLength(0);
    table.link = { status: "open" };
    foresight.consider(Array.from({ length: 40 }, (_, n) => `m${n}`));
    expect(questions[0]?.moves).toHaveLength(32);
  });
});

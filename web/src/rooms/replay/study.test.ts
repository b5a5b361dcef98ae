import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnalysisJob } from "$lib/api/wire";
import { person } from "$lib/state/person.svelte";
import { minutesLeft, Study } from "./study.svelte";

describe("the time an analysis will take", () => {
  it("is told once something is done, in whole minutes and never none", () => {
    expect(minutesLeft(9_000, 0, 82)).toBeNull();
    expect(minutesLeft(30_000, 10, 82)).toBe(4);
    expect(minutesLeft(30_000, 81, 82)).toBe(1);
  });
});

describe("an analysis under way", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("can be given up, and what comes of it afterwards is not shown", async () => {
    const job = (status: string, result: unknown): AnalysisJob =>
      ({ id: "j1", status, done: 0, total: 82, result }) as unknown as AnalysisJob;
    const asked: string[] = [];
    let tell: () => void = () => undefined;
    vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`);
      if (method === "GET") await new Promise<void>((told) => (tell = told));
      const body =
        method === "DELETE" ? null : JSON.stringify(job(method === "POST" ? "running" : "done", { moves: [] }));
      return new Response(body, {
        status: method === "DELETE" ? 204 : 200,
        headers: { "Content-Type": "application/json" },
      });
    });
    person.me = { name: "Anne" } as typeof person.me;
    const study = new Study();
    const ending = study.ask({ id: "t1", text: null });
    await vi.waitFor(() => expect(study.progress?.total).toBe(82));
    await study.cancel();
    expect(study.progress).toBeNull();
    expect(asked.at(-1)).toMatch(/DELETE .*\/jobs\/j1$/);
    tell();
    await ending;
    expect([study.found, study.trouble, study.progress]).toEqual([null, "", null]);
  });
});

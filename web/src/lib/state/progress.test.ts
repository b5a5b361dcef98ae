import { describe, expect, it } from "vitest";
import { progress, read } from "./progress.svelte";

describe("lessons that are done", () => {
  it.each([null, "", "{", "7", '{"chess":null}', '{"chess":{"done":"all","of":3}}', '{"chess":{"done":[1],"of":-1}}'])(
    "may be nothing of ours: %s",
    (text) => expect(read(text)).toEqual({}),
  );

  it("are taken without those that make no sense", () => {
    expect(read('{"chess":{"done":[1,2.5,"3",9,0,4],"of":8}}')).toEqual({ chess: { done: [1, 4], of: 8 } });
  });

  it("are kept once each, in order", () => {
    expect(progress.of("chess")).toBeNull();
    for (const lesson of [3, 1, 3]) progress.keep("chess", lesson, 8);
    expect(progress.of("chess")).toEqual({ done: [1, 3], of: 8 });
    expect(progress.has("chess", 3)).toBe(true);
    expect(progress.has("chess", 2)).toBe(false);
    expect(read(localStorage.getItem("tabletier.lessons"))["chess"]).toEqual({ done: [1, 3], of: 8 });
  });
});

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { asQuery, Choices, chosenIn } from "./choices.svelte";
import { router } from "./router.svelte";

const USUAL = { search: "", outcome: "", status: "open" };

describe("what somebody chose", () => {
  beforeEach(() => router.go("/games"));

  it("is read from an address, which may say other things too", () => {
    expect(chosenIn("?outcome=lost&status=playing&else=1", USUAL)).toEqual({
      search: "",
      outcome: "lost",
      status: "playing",
    });
    expect(chosenIn("", USUAL)).toEqual(USUAL);
  });

  it("is written without what is as usual", () => {
    expect(asQuery({ search: " Zoé ", outcome: "", status: "open" }, USUAL)).toBe("search=Zo%C3%A9");
    expect(asQuery(USUAL, USUAL)).toBe("");
  });

  it("passes over what does not fit, also once more is known", () => {
    router.go("/games?outcome=zzz&search=foo");
    let known = $state<string[]>([]);
    let choices: Choices<typeof USUAL> | undefined;
    const leave = $effect.root(() => {
      choices = new Choices(USUAL, (key, value) =>
        key === "search" ? known.length === 0 || known.includes(value) : value === "won",
      );
    });
    expect(choices?.now).toEqual({ search: "foo", outcome: "", status: "open" });
    flushSync();
    expect(location.search).toBe("?search=foo");
    known = ["bar"];
    flushSync();
    expect([choices?.now.search, location.search]).toEqual(["", ""]);
    leave();
  });

  it("stands in the address of its room, and follows the way back", () => {
    router.go("/games?outcome=won");
    let choices: Choices<typeof USUAL> | undefined;
    const leave = $effect.root(() => {
      choices = new Choices(USUAL);
    });
    flushSync();
    expect(choices?.now.outcome).toBe("won");
    if (choices !== undefined) choices.now.search = "zoe ";
    flushSync();
    expect(location.search).toBe("?search=zoe&outcome=won");
    expect(choices?.now.search).toBe("zoe "); // whoever types is not corrected
    router.go("/games?outcome=lost");
    flushSync();
    expect(choices?.now).toEqual({ search: "", outcome: "lost", status: "open" });
    router.go("/me");
    flushSync();
    expect([location.pathname, location.search]).toEqual(["/me", ""]);
    leave();
  });
});

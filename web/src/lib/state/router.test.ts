import { beforeEach, describe, expect, it } from "vitest";
import { place, router } from "./router.svelte";

describe("addresses", () => {
  it.each([
    ["/", "", "", { room: "shelf" }],
    ["/new/chess", "", "", { room: "setup", game: "chess" }],
    ["/new", "", "", { room: "lost" }],
    ["/table/x%20y", "", "", { room: "table", id: "x y" }],
    ["/table/%E0%A4%A", "", "", { room: "table", id: "%E0%A4%A" }],
    ["/replay", "", "", { room: "replay", id: null, step: null }],
    ["/replay/t1", "", "?step=12", { room: "replay", id: "t1", step: 12 }],
    ["/replay/t1", "", "?step=-1", { room: "replay", id: "t1", step: null }],
    ["/rules/chess", "#CHESS-3", "", { room: "rules", game: "chess", rule: "CHESS-3" }],
    ["/rules/chess", "#%C3%A9t%C3%A9", "", { room: "rules", game: "chess", rule: "été" }],
    ["/rules/chess", "", "", { room: "rules", game: "chess", rule: null }],
    ["/editor", "", "", { room: "editor", game: "", code: "" }],
    ["/editor/chess", "#zA-_", "", { room: "editor", game: "chess", code: "zA-_" }],
    ["/ladder", "", "", { room: "ladder", game: "" }],
    ["/ladder/chess", "", "", { room: "ladder", game: "chess" }],
    ["/learn/chess", "", "", { room: "learn", game: "chess", lesson: 1 }],
    ["/learn/chess/4", "", "", { room: "learn", game: "chess", lesson: 4 }],
    ["/learn/chess/four", "", "", { room: "learn", game: "chess", lesson: "four" }],
    ["/learn/chess/-1", "", "", { room: "learn", game: "chess", lesson: "-1" }],
    ["/me", "", "", { room: "me" }],
    ["/games", "", "", { room: "history" }],
    ["/people", "", "", { room: "profile", handle: null }],
    ["/people/ab_c", "", "", { room: "profile", handle: "ab_c" }],
    ["/puzzle", "", "", { room: "puzzle", game: null, day: null }],
    ["/puzzle/chess", "", "", { room: "puzzle", game: "chess", day: null }],
    ["/puzzle/chess/2026-11-18", "", "", { room: "puzzle", game: "chess", day: "2026-11-18" }],
    ["/nowhere/at-all", "", "", { room: "lost" }],
  ])("%s%s%s", (path, hash, query, where) => expect(place(path, hash, query)).toEqual(where));
});

describe("links", () => {
  const clicked = (html: string, how: MouseEventInit = {}): boolean => {
    document.body.innerHTML = html;
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...how });
    document.querySelector("a, b")?.dispatchEvent(event);
    return event.defaultPrevented;
  };

  // The window is shared with other files' tests, whose router may be the first to follow a link.
  const here = (): ReturnType<typeof place> => place(location.pathname, location.hash);

  beforeEach(() => router.go("/"));

  it("of the page change the room without loading it again", () => {
    expect(clicked(`<a href="/rules/chess#CHESS-3">rules</a>`)).toBe(true);
    expect(here()).toEqual({ room: "rules", game: "chess", rule: "CHESS-3" });
    expect(location.pathname).toBe("/rules/chess");
  });

  it("are found around what was touched", () => {
    document.body.innerHTML = `<a href="/me"><b>me</b></a>`;
    document.querySelector("b")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    expect(here().room).toBe("me");
  });

  it.each([
    [`<a href="https://elsewhere.example/me">away</a>`, {}],
    [`<a href="/me" target="_blank">new</a>`, {}],
    [`<a href="/me" download>file</a>`, {}],
    [`<a href="/api/v1/me">data</a>`, {}],
    [`<a href="/me">tab</a>`, { ctrlKey: true }],
    [`<a href="/me">middle</a>`, { button: 1 }],
    [`<b>none</b>`, {}],
  ])("%s is the browser's", (html, how) => {
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    clicked(html, how);
    expect(here().room).toBe("shelf");
  });

  it("go back where one came from", () => {
    router.go("/me");
    history.replaceState(null, "", "/rules/chess");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(router.place.room).toBe("rules");
  });
});

describe("a rule sheet", () => {
  it("lies over a table, is leafed through, and leaves the table where it is", () => {
    router.go("/table/t1");
    const steps = history.length;
    router.go("/rules/chess#CHESS-3");
    expect(router.place).toEqual({ room: "table", id: "t1" });
    expect(router.over).toEqual({ game: "chess", rule: "CHESS-3" });
    router.go("/rules/chess#CHESS-4");
    expect(router.over).toEqual({ game: "chess", rule: "CHESS-4" });
    expect(history.length).toBe(steps + 1);
    expect(location.pathname).toBe("/table/t1");
    router.close();
    expect(router.over).toBeNull();
  });

  it("is a room of its own from the shelf", () => {
    router.go("/");
    router.go("/rules/chess");
    expect(router.place).toEqual({ room: "rules", game: "chess", rule: null });
    expect(router.over).toBeNull();
  });
});

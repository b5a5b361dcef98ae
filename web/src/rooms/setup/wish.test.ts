import { describe, expect, it } from "vitest";
import type { GameShown } from "$lib/api/wire";
import { Wish } from "./wish.svelte";

const game = {
  key: "chess",
  levels: Array.from({ length: 8 }, (_, n) => ({ level: n + 1 })),
  players: [2, 3, 4],
  uneven: [3],
  options: {
    properties: {
      players: { default: 2, enum: [2, 3, 4], clashes: {} },
      rows: { default: "chosen", enum: ["chosen", "random"], clashes: {} },
      expert: { default: false, enum: [false, true], clashes: {} },
    },
  },
} as unknown as GameShown;
const five = game.levels.slice(0, 5);
const alone = {
  key: "duel",
  levels: five,
  players: [2],
  uneven: [],
  options: { properties: {} },
} as unknown as GameShown;

describe("a wish", () => {
  it("is at first a game against the house with the usual options, ready to begin", () => {
    expect(new Wish(game).asked).toEqual({
      game: "chess",
      options: { players: 2, rows: "chosen", expert: false },
      seats: ["me", 2],
      start: true,
      public: false,
      clock: { kind: "none", seconds: 0, increment: 0 },
      takeback: "ask",
      talk: true,
      takeback_draws: true,
      rated: false,
      hints: null,
      stand_in: 2,
      patience: 900,
    });
  });

  it("misses a name that was left out at a shared screen, at the first seat too", () => {
    const wish = new Wish(game);
    wish.names = [" ", "Bruno"];
    expect(wish.unnamed).toBe(null); // nobody else is at this screen: one's own name is known
    wish.company = "screen";
    expect(wish.unnamed).toBe(0);
    wish.names[0] = "Anne";
    expect(wish.unnamed).toBe(null);
  });

  it("knows how many sit where the game has no choice", () => expect(new Wish(alone).seats).toEqual(["me", 2]));

  it.each([
    ["house", ["me", 5, 5, 5], true],
    ["friends", ["me", "open", "open", "open"], false],
    ["screen", ["me", "me", "me", "me"], true],
    ["mixed", ["me", 3, "open", "open"], false],
  ] as const)("for four with %s seats %j", (company, seats, ready) => {
    const wish = new Wish(game);
    wish.options["players"] = 4;
    wish.level = 5;
    wish.chosen = ["me", 3];
    wish.company = company;
    expect(wish.seats).toEqual(seats);
    expect(wish.asked.start).toBe(ready);
  });

  it("keeps company and level in another game, or takes the nearest level that there is", () => {
    const first = Wish.after(null, game);
    expect([first.level, first.company]).toEqual([2, "house"]);
    [first.level, first.standIn] = [8, 7];
    const second = Wish.after(first, alone);
    expect(second.asked).toMatchObject({ seats: ["me", 5], stand_in: 5 });
    expect(Wish.after(second, game).level).toBe(8); // the strongest of either
    first.level = 7;
    expect(Wish.after(Wish.after(first, alone), game).level).toBe(7);
    first.level = 3;
    first.company = "friends";
    expect(Wish.after(first, alone)).toMatchObject({ level: 3, company: "friends" });
    [first.chosen, first.company] = [["me", 8], "mixed"];
    expect(Wish.after(first, alone).asked).toMatchObject({ seats: ["me", 5], stand_in: 5 });
  });

  it("has the level that is proposed until somebody chooses one, and takes no proposal to another game", () => {
    const wish = new Wish(game);
    wish.levelProposed = 7;
    expect([wish.level, Wish.after(wish, alone).level]).toEqual([7, 2]);
    wish.level = 4;
    wish.levelProposed = 6;
    expect([wish.level, Wish.after(wish, alone).level]).toEqual([4, 4]);
  });

  it("forgets a seat that is no longer there", () => {
    const first = { default: "random", enum: ["random", 0, 1, 2, 3], clashes: {} };
    const properties = { ...game.options.properties, first };
    const wish = new Wish({ ...game, options: { properties } } as unknown as GameShown);
    Object.assign(wish.options, { players: 4, first: 3 });
    expect(wish.asked.options).toMatchObject({ players: 4, first: 3 });
    wish.options["players"] = 2;
    expect(wish.asked.options).toMatchObject({ players: 2, first: "random" });
    expect(wish.offered(first as never)).toEqual(["random", 0, 1]);
  });

  it("asks for nothing that does not go with so many players, and asks again once it does", () => {
    const alone = { fr: "À 4 : en équipes.", en: "For 4: in teams." };
    const few = { fr: "Il en faut 4.", en: "It takes 4." };
    const teams = { default: false, enum: [false, true], clashes: { true: { 2: few, 3: few }, false: { 4: alone } } };
    const properties = { ...game.options.properties, teams };
    const wish = new Wish({ ...game, options: { properties } } as unknown as GameShown);
    wish.options["teams"] = true;
    expect(wish.clash(teams as never, true)).toBe(few);
    expect(wish.asked.options).toMatchObject({ players: 2, teams: false });
    wish.options["players"] = 4;
    expect(wish.clash(teams as never, true)).toBeNull();
    expect(wish.asked.options).toMatchObject({ players: 4, teams: true });
    wish.options["teams"] = false;
    expect(wish.asked.options).toMatchObject({ players: 4, teams: true });
  });

  it("to be seen by all is kept where nobody can sit down", () => {
    const wish = new Wish(game);
    wish.open = true;
    expect(wish.asked.public).toBe(false);
    wish.company = "friends";
    expect(wish.asked.public).toBe(true);
  });

  it("for a clock counts a move in seconds, a match in minutes", () => {
    const wish = new Wish(game);
    wish.clock = "move";
    expect(wish.asked.clock).toEqual({ kind: "move", seconds: 60, increment: 0 });
    wish.clock = "total";
    expect(wish.asked.clock).toEqual({ kind: "total", seconds: 600, increment: 5 });
    wish.clock = "days";
    expect(wish.asked.clock).toMatchObject({ kind: "days", seconds: 259_200, bank: 604_800, hours: 14, leave: 14 });
  });

  it("names those who share a screen, and only them", () => {
    const wish = new Wish(game);
    expect(wish.asked).not.toHaveProperty("names");
    wish.options["players"] = 3;
    wish.company = "mixed";
    wish.chosen = ["me", 2, "me"];
    wish.names = ["", "left over", " Bruno "];
    expect(wish.ours).toEqual([0, 2]);
    expect(wish.asked.names).toEqual(["", "", "Bruno"]);
  });

  it("has hints alone against the house, none between people, or as it is said", () => {
    const wish = new Wish(game);
    expect([wish.hinted, wish.asked.hints]).toEqual([true, null]);
    wish.company = "friends";
    expect([wish.hinted, wish.asked.hints]).toEqual([false, null]);
    wish.hints = true;
    expect([wish.hinted, wish.asked.hints]).toEqual([true, true]);
  });

  it("of one sheet leaves the next as it was", () => {
    new Wish(game).options["players"] = 4;
    expect(new Wish(game).count).toBe(2);
  });
});

describe("a rated match", () => {
  it("is asked for where it is wanted", () => {
    const wish = new Wish(game);
    wish.wantsRated = true;
    expect(wish.asked.rated).toBe(true);
    expect(wish.agreement.rated).toBe(true);
  });

  it("cannot be where sides are uneven, or one person has several seats", () => {
    const wish = new Wish(game);
    wish.wantsRated = true;
    wish.options["players"] = 3;
    expect([wish.unratable, wish.asked.rated]).toEqual(["uneven", false]);
    wish.options["players"] = 2;
    wish.company = "screen";
    expect([wish.unratable, wish.asked.rated]).toEqual(["shared", false]);
  });
});

import { describe, expect, it } from "vitest";
import rounds from "./fixtures.json";
import { placesFor, readMove, writeMove } from "./moves";
import { coloursOf, neutralOf, readCard, type View } from "./view";

describe("texts of Punto", () => {
  it("reads moves with places on every side of the first card", () => {
    expect(readMove("b9@-1,2")).toEqual({ card: "b9", at: "-1,2" });
    expect(writeMove({ card: "r5", at: "0,-3" })).toBe("r5@0,-3");
    expect(readMove("draw")).toBeNull();
    expect(readCard("?")).toBeNull();
  });

  it("offers exactly the places that the house allows", () => {
    const { legal } = rounds.turn;
    const [first] = legal;
    const card = readMove(first ?? "")?.card ?? "";
    expect(placesFor(legal, card).size).toBe(legal.length);
    expect(placesFor(legal, "r0").size).toBe(0);
    expect(placesFor(["r5@0,0", "g2@0,0", "g2@1,0"], null)).toEqual(new Set(["0,0", "1,0"]));
  });

  it("knows whose colours are whose", () => {
    const two = rounds.start.view as unknown as View;
    expect([...coloursOf(two, 0), ...coloursOf(two, 1)].sort()).toEqual(["b", "g", "r", "y"]);
    expect(neutralOf(two)).toBeNull();
    const three = rounds.expert.view as unknown as View;
    expect(neutralOf(three)).not.toBeNull();
    expect(coloursOf(three, 1)).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { anyRow, covering, meant, proposals, readings, readMove, rowAfter, swapped, usesAmong, usesOf } from "./moves";

describe("moves", () => {
  it("are taken apart", () => {
    expect(readMove("take WB>BWW@6")).toEqual({
      verb: "use",
      text: "take WB>BWW@6",
      offer: true,
      give: "WB",
      take: "BWW",
      place: 6,
    });
    expect(readMove("discard WB=BWW")).toEqual({ verb: "discard", card: "WB=BWW" });
    expect(readMove("regroup BB=WWW,WB=BWW")).toEqual({ verb: "regroup", cards: ["BB=WWW", "WB=BWW"] });
    expect(readMove("go on")).toEqual({ verb: "go on" });
    expect(readMove("row BW")).toEqual({ verb: "row", row: "BW" });
    expect(readMove("castle")).toBeNull();
  });

  it("belong to a card by either of its readings", () => {
    expect(readings("WB=BWW")).toEqual(["WB>BWW", "WWB>BW"]);
    const uses = usesAmong(["WWB>BW@5", "WB>BWW@6", "WB>BWW@1", "BWW>WB@2", "take WB>BWW@3", "draw"]);
    expect(usesOf(uses, "WB=BWW", false).map((use) => use.text)).toEqual(["WB>BWW@1", "WWB>BW@5", "WB>BWW@6"]);
    expect(usesOf(uses, "WB=BWW", true).map((use) => use.place)).toEqual([3]);
  });

  it("are found by any pawn they take, the best centred first", () => {
    const uses = usesAmong(["WWW>BB@2", "WWW>BB@3", "WWW>BB@4"]);
    expect(covering(uses, 4).map((use) => use.place)).toEqual([3, 2, 4]);
    expect(covering(uses, 2).map((use) => use.place)).toEqual([2]);
    expect(covering(uses, 7)).toEqual([]);
  });

  it("show the row after them", () => {
    const [use] = usesAmong(["WB>BWW@6"]);
    expect(use && rowAfter("BBWWWWBBBWWBWWW", use)).toBe("BBWWWBWWBBWWBWWW");
  });

  it("are composed as meant where none is legal", () => {
    expect(meant("BBWWBB", "WB=BWW", false, null)).toBe("WB>BWW@4");
    expect(meant("BBWWBB", "WB=BWW", true, 3)).toBe("take WWB>BW@3");
    expect(meant("BBBBBB", "WB=BWW", false, 6)).toBe("WB>BWW@5");
  });

  it("lay out rows that the house allows", () => {
    expect(proposals(["row WWBBWWBBWWBB", "row BWBWBWBWBWBW"])).toEqual(["WWBBWWBBWWBB"]);
    expect(proposals(["row BW"])).toEqual(["BW"]);
    expect(anyRow(["row BW", "row WB"], () => 0.9)).toBe("WB");
    expect(anyRow([])).toBeNull();
    expect(swapped("BBWW", 1, 4)).toBe("WBWB");
  });
});

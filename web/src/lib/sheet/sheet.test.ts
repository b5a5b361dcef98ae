import { afterEach, describe, expect, it, vi } from "vitest";
import { anchor, blocks, plain, sheetOf, withoutId, showAt } from "./sheet";

const SHEET = `# Chess

**CHESS-1** Pawns *march*.

The **CHESS-9** of another time.

**Note** without a number.

- one
- two
`;

afterEach(() => vi.unstubAllGlobals());

describe("a sheet", () => {
  it("is blocks, and a rule begins where a paragraph begins with its id", () => {
    const sheet = blocks(SHEET);
    expect(sheet.map(({ token }) => token.type)).toEqual(["heading", "paragraph", "paragraph", "paragraph", "list"]);
    expect(sheet.map(({ rule }) => rule)).toEqual([null, "CHESS-1", null, null, null]);
  });

  it("has pictures with their captions, and does not show what they are made of", () => {
    const picture =
      '![Two pawns.](pictures/chess-pawns.en.svg)\n\n*They march.*\n\n<!--\n```position\nmoves = ["a2-a3", "a3-a4"]\n```\n-->\n';
    const sheet = blocks(`**CHESS-1** Pawns.\n\n${picture}\n**CHESS-2** Rooks.\n\n![Else.](elsewhere.svg)\n\nWords.`);
    expect(sheet.map(({ rule }) => rule)).toEqual(["CHESS-1", null, "CHESS-2", null, null]);
    expect(sheet.map(({ picture }) => picture?.name)).toEqual([
      undefined,
      "chess-pawns",
      undefined,
      undefined,
      undefined,
    ]);
    expect(sheet[1]?.picture?.title).toBe("Two pawns.");
    expect(sheet[1]?.picture?.frames).toBe(3);
    expect(sheet[1]?.picture?.caption.map(({ raw }) => raw).join("")).toBe("They march.");
  });

  it("shows a rule without its id, everything else whole", () => {
    const [, rule, other] = blocks(SHEET);
    expect(rule && withoutId(rule).map(({ raw }) => raw)).toEqual([" Pawns ", "*march*", "."]);
    expect(other && withoutId(other)[0]?.raw).toBe("The ");
  });

  it("is fetched once per language, and again after it could not be", async () => {
    const house = vi.fn(() => Promise.resolve(new Response(SHEET)));
    house.mockRejectedValueOnce(new TypeError("no link"));
    vi.stubGlobal("fetch", house);
    await expect(sheetOf("chess", "fr")).rejects.toThrow();
    expect(await sheetOf("chess", "fr")).toHaveLength(5);
    await sheetOf("chess", "fr");
    await sheetOf("chess", "en");
    expect(house.mock.calls.map(([address]: unknown[]) => address)).toEqual([
      "/api/v1/games/chess/rules?lang=fr",
      "/api/v1/games/chess/rules?lang=fr",
      "/api/v1/games/chess/rules?lang=en",
    ]);
  });
});

describe("words of a sheet", () => {
  it.each([
    ["But du jeu", "but-du-jeu"],
    ["Début de partie (2 joueurs) !", "début-de-partie-2-joueurs"],
    ["Ex*pion", "ex-pion"],
  ])("%s has the anchor %s", (heading, name) => expect(anchor(heading)).toBe(name));

  it("are read without HTML's signs, once", () => {
    expect(plain("a &lt; b &amp; &quot;c&quot; &#39;d&#39;")).toBe(`a < b & "c" 'd'`);
    expect(plain("&amp;lt;")).toBe("&lt;");
    expect(plain("&nbsp;")).toBe("&nbsp;");
  });
});

describe("a part of a sheet that was asked for", () => {
  it.each([
    ["h2", "start"],
    ["h3", "start"],
    ["p", "center"],
  ])("%s is brought into sight from its %s", (tag, block) => {
    const part = document.createElement(tag);
    const asked: unknown[] = [];
    part.scrollIntoView = (how) => void asked.push(how);
    showAt(part);
    showAt(null);
    expect(asked).toEqual([{ block }]);
  });
});

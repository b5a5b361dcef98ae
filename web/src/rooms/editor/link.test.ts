import { expect, it } from "vitest";
import { codeOf, readCode, readPasted } from "./link";

const parcel = { options: { players: 2 }, position: { marbles: { e9: "n", é: "→" }, quiet: 0 } };

it("puts a position into an address, packed, and finds it again", async () => {
  const code = await codeOf(parcel);
  expect(code).toMatch(/^[jz][\w-]+$/);
  expect(await readCode(code)).toEqual(parcel);
  const long = {
    options: {},
    position: { board: Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`${n}`, ["r1"]])) },
  };
  const packed = await codeOf(long);
  expect(packed.startsWith("z")).toBe(true);
  expect(packed.length).toBeLessThan(JSON.stringify(long).length / 2);
});

it("reads nothing out of nonsense", async () => {
  for (const code of [
    "",
    "z",
    "j",
    "x123",
    "z!!!",
    "jbm9uc2Vuc2U",
    "zAAAA",
    `j${btoa("[]")}`,
    `j${btoa('{"o":{},"p":[]}')}`,
  ])
    expect(await readCode(code), code).toBeNull();
});

it("tells records, positions and links apart", async () => {
  expect(readPasted('{"tabletier":1,"hash":"00"}\n{"hash":"11"}').kind).toBe("record");
  expect(readPasted('{"marbles":{}}')).toMatchObject({
    kind: "position",
    parcel: { game: null, position: { marbles: {} } },
  });
  const whole = readPasted(JSON.stringify({ game: "expion", ...parcel }));
  expect(whole).toEqual({ kind: "position", parcel: { game: "expion", ...parcel } });
  const code = await codeOf(parcel);
  expect(readPasted(` https://house.example/editor/expion#${code} `)).toEqual({ kind: "link", game: "expion", code });
  for (const text of ["", "hello", "[]", "{}", "12", '"text"', "{"])
    expect(readPasted(text).kind, text).toBe("nonsense");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonLimits, outlineJson } from "@/lib/parsing/json-outline";

const ANY: JsonLimits = { depth: 1e9, values: 1e9, keys: 1e9, outerKeys: 1e9 };
const repeatedKey = async (json: string) => (await outlineJson(json, ANY)).repeated;

/** Counts the parts of a value, as an outline of its text does. */
function count(value: unknown): Omit<JsonLimits, "outerKeys"> {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 1, keys: 0 };
  const within = Object.values(value).map(count);
  const sum = (of: "values" | "keys") => within.reduce((total, one) => total + one[of], 0);
  return {
    depth: 1 + Math.max(0, ...within.map(({ depth }) => depth)),
    values: 1 + sum("values"),
    keys: sum("keys") + (Array.isArray(value) ? 0 : within.length),
  };
}

describe("outlineJson", () => {
  it("counts what is there, however it is spaced", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom("", "\t", " \n\r "), async (value, space) => {
        expect(await outlineJson(JSON.stringify(value, null, space), ANY)).toMatchObject(count(value));
      }),
    );
  });

  it("goes on in a text that is longer than one slice", async () => {
    const value = Array.from({ length: 3_000 }, (_, index) => ({ [`k${index}`]: '"\\'.repeat(100) }));
    const json = JSON.stringify(value);
    expect(json.length).toBeGreaterThan(1024 * 1024);
    expect(await outlineJson(json, ANY)).toMatchObject(count(value));
  });

  it.each([
    ["depth", "[".repeat(1_000_000)],
    ["values", `[${"{},".repeat(1_000_000)}`],
    ["values", `[${'"",'.repeat(1_000_000)}`],
    ["values", `[${"1,".repeat(1_000_000)}`],
    ["keys", `[${'{"a":1},'.repeat(500_000)}`],
    ["outerKeys", `{${'"a":1,'.repeat(500_000)}`],
  ] as const)("stops where the limit of %s is exceeded", async (limit, json) => {
    const outline = await outlineJson(json, { ...ANY, [limit]: 100 });
    expect(outline[limit]).toBe(101);
  });

  it("finds no key twice in what JSON.stringify writes, whatever the keys and values", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (value) => {
        expect(await repeatedKey(JSON.stringify(value))).toBeNull();
      }),
    );
  });

  it("finds any key written a second time, in whatever spelling", async () => {
    const dictionary = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(dictionary, fc.nat(), async (value, which) => {
        const keys = Object.keys(value);
        const key = keys[which % keys.length] as string;
        const escaped = `"${[...key].map(inUnicode).join("")}"`;
        expect(await repeatedKey(`${JSON.stringify(value).slice(0, -1)}, ${escaped} : 1}`)).toBe(key);
      }),
    );
  });

  it("does not mind a key again in an inner object", async () => {
    expect(await repeatedKey('{"a":{"a":1,"b":[{"a":2}]},"b":"\\"a\\":1"}')).toBeNull();
  });
});

function inUnicode(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");
}

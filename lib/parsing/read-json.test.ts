import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readJsonStart } from "@/lib/parsing/read-json";

const LIMITS = { depth: 16, outerKeys: 100, values: 30_000, keys: 1_000 };

const start = (json: string) => readJsonStart(json, ["userId", "password"], LIMITS);

/** The rest of a long list of recipients, cut in the middle. */
const LIST = `"to":["64211234567","6421`;
const BOTH = { userId: "a@b.nz", password: "secret" };

describe("the start of a JSON body", () => {
  test.each<[what: string, json: string, fields: object]>([
    ["both first", `{"userId":"a@b.nz","password":"secret",${LIST}`, BOTH],
    ["the other order", `{"password":"secret","userId":"a@b.nz",${LIST}`, BOTH],
    ["others between", `{"userId":"a@b.nz","body":"Kia ora","password":"secret",${LIST}`, BOTH],
    ["spaces and lines", `\r\n {\n\t"userId" :\n "a@b.nz" ,\r\n "password":\t"secret",\n ${LIST}`, BOTH],
    ["an escaped name", `{"\\u0075serId":"a@b.nz","pass\\u0077ord":"secret",${LIST}`, BOTH],
    ["an escaped value", `{"userId":"a\\u0040b.nz","password":"\\u0073ecret",${LIST}`, BOTH],
    ["behind an object", `{"meta":{"x":[1,{"y":2}]},"userId":"a@b.nz","password":"secret",${LIST}`, BOTH],
    ["behind a list", `{"tags":["a","b"],"userId":"a@b.nz","password":"secret",${LIST}`, BOTH],
    [
      "behind a text with brackets",
      `{"body":"}{][\\"\\\\","userId":"a@b.nz","password":"secret",${LIST}`,
      BOTH,
    ],
    [
      "behind numbers and words",
      `{"a":-1.5e3,"b":true,"c":null,"userId":"a@b.nz","password":"secret",${LIST}`,
      BOTH,
    ],
    ["names within another object", `{"meta":{"userId":"x","password":"y"},${LIST}`, {}],
    [
      "names within both",
      `{"meta":{"userId":"x","password":"y"},"userId":"a@b.nz","password":"secret",${LIST}`,
      BOTH,
    ],
    ["names in a list of objects", `{"to":[{"userId":"x","password":"y"},{"userId":"`, {}],
    ["names as values", `{"a":"userId","b":"password",${LIST}`, {}],
    ["names in a text", `{"body":"\\"userId\\":\\"x\\",\\"password\\":\\"y\\"",${LIST}`, {}],
    ["other cases of letters", `{"userid":"x","PASSWORD":"y",${LIST}`, {}],
    ["none", `{${LIST}`, {}],
    ["an empty object that goes on", `{`, {}],
    ["a name alone", `{"userId":"a@b.nz","password"`, { userId: "a@b.nz" }],
    ["a name with its colon", `{"userId":"a@b.nz","password":`, { userId: "a@b.nz" }],
    ["a name, its colon and a space", `{"userId":"a@b.nz","password": `, { userId: "a@b.nz" }],
    ["a value that is cut", `{"userId":"a@b.nz","password":"secr`, { userId: "a@b.nz" }],
    ["a value that is cut before its quote", `{"userId":"a@b.nz","password":"secret`, { userId: "a@b.nz" }],
    ["a value that ends with the start", `{"userId":"a@b.nz","password":"secret"`, BOTH],
    ["a value cut behind an escaped quote", `{"userId":"a@b.nz","password":"secret\\"`, { userId: "a@b.nz" }],
    ["a value cut within an escape", `{"userId":"a@b.nz","password":"secret\\`, { userId: "a@b.nz" }],
    ["a value cut within a code", `{"userId":"a@b.nz","password":"secret\\u00`, { userId: "a@b.nz" }],
    [
      "a value that ends with a backslash",
      `{"userId":"a@b.nz","password":"secret\\\\"`,
      { ...BOTH, password: "secret\\" },
    ],
    ["a name that is cut", `{"userId":"a@b.nz","passw`, { userId: "a@b.nz" }],
    ["a number that may go on", `{"userId":"a@b.nz","password":1234`, { userId: "a@b.nz" }],
    ["a number", `{"userId":"a@b.nz","password":1234,${LIST}`, { ...BOTH, password: 1234 }],
    ["a word that may go on", `{"userId":"a@b.nz","password":tru`, { userId: "a@b.nz" }],
    ["a word", `{"userId":null,"password":false,${LIST}`, { userId: null, password: false }],
    ["an empty text", `{"userId":"","password":"secret",${LIST}`, { ...BOTH, userId: "" }],
    ["an object", `{"userId":{"toString":1},"password":"secret",${LIST}`, { ...BOTH, userId: {} }],
    ["a list", `{"userId":["a@b.nz"],"password":"secret",${LIST}`, { ...BOTH, userId: {} }],
    [
      "half a surrogate pair",
      `{"userId":"a@b.nz","password":"\\ud800",${LIST}`,
      { ...BOTH, password: "\ud800" },
    ],
    [
      "other scripts",
      `{"userId":"ā@b.nz","password":"пароль🔑",${LIST}`,
      { userId: "ā@b.nz", password: "пароль🔑" },
    ],
    [
      "a name that objects have",
      `{"__proto__":{"userId":"x"},"constructor":1,"userId":"a@b.nz","password":"secret",${LIST}`,
      BOTH,
    ],
    ["behind the end of a first object", `{}{"a":1},"userId":"a@b.nz","password":"secret"`, {}],
  ])("%s", async (_, json, fields) => {
    expect(await start(json)).toEqual({ fields, repeated: null });
  });

  test.each([
    ["twice", `{"userId":"a","password":"b","userId":"c",${LIST}`, "userId"],
    ["twice, once escaped", `{"userId":"a","\\u0075serId":"c","password":"b",${LIST}`, "userId"],
    ["another twice", `{"to":"a","userId":"a","to":"c",${LIST}`, "to"],
  ])("says which name is there %s", async (_, json, repeated) => {
    expect((await start(json)).repeated).toBe(repeated);
  });

  test.each([
    ["a list", `["userId","a","password","b"`, "The JSON request body must be an object."],
    ["a list with names", `["userId":"a","password":"b",`, "The JSON request body must be an object."],
    ["a text", `"userId":"a"`, "The JSON request body must be an object."],
    ["no JSON", `userId=a&password=b&body=`, "The JSON request body must be an object."],
    ["nothing but blanks", "   ", "The JSON request body must be an object."],
    [
      "an escape that is none",
      `{"userId":"a","password":"\\x",${LIST}`,
      "The request body is not valid JSON.",
    ],
    ["a word that is none", `{"userId":"a","password":secret,${LIST}`, "The request body is not valid JSON."],
    [
      "a line break in a value",
      `{"userId":"a","password":"b\nc",${LIST}`,
      "The request body is not valid JSON.",
    ],
    ["deep nesting", `{"a":${"[".repeat(20)}`, "The JSON request body is nested too deeply."],
    ["many names", `{${'"a":1,'.repeat(101)}`, "A request has at most 100 parameters."],
  ])("refuses %s", async (_, json, message) => {
    await expect(start(json)).rejects.toMatchObject({ status: 400, message });
  });

  it("returns the fields of the whole body or none, for a cut at any place", async () => {
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 2 }));
    const name = fc.oneof(fc.constantFrom("userId", "password"), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), fc.nat(), async (given, cut) => {
        const json = JSON.stringify(given);
        const { fields } = await start(json.slice(0, Math.max(1, cut % (json.length + 1))));
        for (const [found, is] of Object.entries(fields))
          expect(is).toEqual(typeof given[found] === "object" && given[found] ? {} : given[found]);
      }),
      { numRuns: 300 },
    );
  });
});

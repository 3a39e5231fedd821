import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { MAX_BODY_BYTES } from "@/lib/http/body";
import { outlineJson } from "@/lib/http/json-outline";
import { MOST_PARAMETERS, readParameters } from "@/lib/http/parameters";

const FORM = "application/x-www-form-urlencoded";

function request(query: string, body?: string | Uint8Array<ArrayBuffer>, type?: string): Request {
  return new Request(`http://gateway.test/x${query}`, {
    method: "POST",
    ...(body === undefined ? {} : { body }),
    headers: type === undefined ? {} : { "content-type": type },
  });
}

async function read(...args: Parameters<typeof request>): Promise<object> {
  return Object.fromEntries(await readParameters(request(...args)));
}

describe("readParameters", () => {
  it("reads the query string, a form and JSON alike", async () => {
    expect(await read("?to=6421&body=a+b%21")).toEqual({ to: "6421", body: "a b!" });
    expect(await read("", "to=6421&body=a+b%21", FORM)).toEqual({ to: "6421", body: "a b!" });
    expect(await read("", '{"to":["6421"],"body":"a b!"}', "application/json; charset=UTF-8")).toEqual({
      to: ["6421"],
      body: "a b!",
    });
  });

  it("joins the query string and the body", async () => {
    expect(await read("?userId=a", "to=6421", FORM)).toEqual({ userId: "a", to: "6421" });
  });

  it("takes an empty text or null for a parameter that is not given", async () => {
    expect(await read("?from=", '{"rateCode":null,"messageId":"","to":"1"}', "application/json")).toEqual({
      to: "1",
    });
  });

  test.each([
    [
      "twice in the query string",
      "?to=1&to=2",
      undefined,
      undefined,
      "Parameter 'to' is given more than once.",
    ],
    ["twice in a form", "", "to=1&to=2", FORM, "Parameter 'to' is given more than once."],
    ["in the query string and the body", "?to=1", "to=2", FORM, "Parameter 'to' is given more than once."],
    [
      "twice in JSON",
      "",
      '{"to":"1","to":"2"}',
      "application/json",
      "Parameter 'to' is given more than once.",
    ],
    ["malformed JSON", "", '{"to":', "application/json", "The request body is not valid JSON."],
    ["JSON that is no object", "", "[1]", "application/json", "The JSON request body must be an object."],
    ["Latin-1 in a form", "", "body=caf%E9", FORM, "Parameter 'body' is not valid UTF-8."],
  ])("refuses a parameter: %s", async (_, query, body, type, sentence) => {
    await expect(read(query, body, type)).rejects.toMatchObject({ status: 400, message: sentence });
  });

  it("refuses bytes that are not UTF-8", async () => {
    await expect(read("", new Uint8Array([0x7b, 0xff, 0x7d]), "application/json")).rejects.toMatchObject({
      status: 400,
      message: "The request body is not valid UTF-8.",
    });
  });

  test.each([
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/xml",
    `${FORM}; charset=iso-8859-1`,
  ])("refuses the content type %s", async (type) => {
    await expect(read("", "to=1", type)).rejects.toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    });
  });

  it("takes a body of 4 MiB and refuses one byte more", async () => {
    const most = `body=${"a".repeat(MAX_BODY_BYTES - 5)}`;
    expect(await read("", most, FORM)).toHaveProperty("body");
    await expect(read("", `${most}a`, FORM)).rejects.toMatchObject({ status: 413, code: "body_too_large" });
  });

  test.each([
    [
      "JSON nested beyond reason",
      `{"a":${"[".repeat(1_000_000)}`,
      "application/json",
      "The JSON request body is nested too deeply.",
    ],
    [
      "a hundred parameters and one",
      pairs(MOST_PARAMETERS + 1),
      FORM,
      "A request has at most 100 parameters.",
    ],
    [
      "as many JSON keys",
      json(MOST_PARAMETERS + 1),
      "application/json",
      "A request has at most 100 parameters.",
    ],
    [
      "JSON called a form",
      '{"to":"1"}',
      FORM,
      "The request body looks like JSON. Send Content-Type: application/json.",
    ],
    ["UTF-8 broken in one of two", "a=%EF%BF%BD&b=%FF", FORM, "Parameter 'b' is not valid UTF-8."],
    ["UTF-8 broken in a name", "%FF=1", FORM, "Parameter '' is not valid UTF-8."],
  ])("refuses %s", async (_, body, type, sentence) => {
    await expect(read("", body, type)).rejects.toMatchObject({ status: 400, message: sentence });
  });

  it("takes a hundred parameters, and a percent sign that encodes nothing", async () => {
    expect(Object.keys(await read("", pairs(MOST_PARAMETERS), FORM))).toHaveLength(MOST_PARAMETERS);
    expect(Object.keys(await read("", json(MOST_PARAMETERS), "application/json"))).toHaveLength(
      MOST_PARAMETERS,
    );
    expect(await read("", "body=100% sure&to=%2B64", FORM)).toEqual({ body: "100% sure", to: "+64" });
  });

  it("reads a form as URLSearchParams does", async () => {
    const values = fc.dictionary(
      fc.string({ minLength: 1, unit: "binary" }),
      fc.string({ minLength: 1, unit: "binary" }),
      { maxKeys: 20 },
    );
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const form = new URLSearchParams(given).toString();
        const expected = Object.fromEntries(new URLSearchParams(form));
        expect(await read("", form, FORM)).toEqual(expected);
      }),
    );
  });

  it("says so when the caller hangs up", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("to="));
        controller.error(new Error("aborted"));
      },
    });
    const hungUp = new Request("http://gateway.test/x", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    await expect(readParameters(hungUp)).rejects.toMatchObject({
      status: 400,
      message: "The request body ended early.",
    });
  });

  it("keeps a replacement character that the caller wrote", async () => {
    expect(await read("?body=%EF%BF%BD")).toEqual({ body: "\uFFFD" });
  });
});

const MOST = { depth: 1000, keys: 1000 };
const repeatedKey = (json: string) => outlineJson(json, MOST).repeated;

describe("outlineJson", () => {
  it("finds no key twice in what JSON.stringify writes, whatever the keys and values", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(repeatedKey(JSON.stringify(value))).toBeNull();
      }),
    );
  });

  it("finds any key written a second time, in whatever spelling", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, which) => {
        const keys = Object.keys(value);
        const key = keys[which % keys.length] as string;
        const escaped = `"${[...key].map(inUnicode).join("")}"`;
        expect(repeatedKey(`${JSON.stringify(value).slice(0, -1)}, ${escaped} : 1}`)).toBe(key);
      }),
    );
  });

  it("does not mind a key again in an inner object", () => {
    expect(repeatedKey('{"a":{"a":1,"b":[{"a":2}]},"b":"\\"a\\":1"}')).toBeNull();
  });
});

function inUnicode(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");
}

function pairs(count: number): string {
  return Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
}

function json(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 1])));
}

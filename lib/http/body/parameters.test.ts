import fc from "fast-check";
import { afterEach, describe, expect, it, test } from "vitest";
import { MAX_BODY_BYTES, MAX_UNVERIFIED_BODY_BYTES, UNVERIFIED, verifiedAccount } from "@/lib/http/body/body";
import { MAX_PARAMETERS, readParameters } from "@/lib/http/body/parameters";
import { fromWeb, type GatewayRequest } from "@/lib/http/request/gateway-request";
import { countTurns } from "@/tests/support/count-turns";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

// Requests that are not answered keep their part of the budget, and their places.
afterEach(() => {
  Object.assign(globalThis, { gatewayBodies: undefined, gatewayHeavyRequests: undefined });
});

function request(query: string, body?: string | Uint8Array<ArrayBuffer>, type?: string): GatewayRequest {
  const web = new Request(`http://gateway.test/x${query}`, {
    method: "POST",
    ...(body === undefined ? {} : { body }),
    headers: type === undefined ? {} : { "content-type": type },
  });
  return fromWeb(web);
}

async function read(...args: Parameters<typeof request>): Promise<object> {
  return Object.fromEntries(await readParameters(request(...args), verifiedAccount(1)));
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
  ])("refuses a form with the content type %s", async (type) => {
    await expect(read("", "to=1", type)).rejects.toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    });
  });

  it.each(["utf-8", '"UTF-8"', " utf8 ", '""', ""])("takes the charset %s", async (charset) => {
    expect(await read("", "to=1", `${FORM}; x=y; charset=${charset}; z`)).toEqual({ to: "1" });
  });

  it.each([
    ["a form", verifiedAccount(1), MAX_UNVERIFIED_BODY_BYTES, FORM, "body=", ""],
    ["a form of a caller nobody knows", UNVERIFIED, MAX_UNVERIFIED_BODY_BYTES, FORM, "body=", ""],
    ["JSON of a caller nobody knows", UNVERIFIED, MAX_UNVERIFIED_BODY_BYTES, JSON_TYPE, '{"body":"', '"}'],
    ["JSON of a known caller", verifiedAccount(1), MAX_BODY_BYTES, JSON_TYPE, '{"body":"', '"}'],
  ])("takes so many bytes and refuses one more: %s", async (_, reader, most, type, start, end) => {
    const body = (bytes: number) => `${start}${"a".repeat(bytes - start.length - end.length)}${end}`;
    expect([...(await readParameters(request("", body(most), type), reader)).keys()]).toEqual(["body"]);
    const larger = readParameters(request("", body(most + 1), type), reader);
    await expect(larger).rejects.toMatchObject({ status: 413, code: "body_too_large" });
  });

  it("says to whom nobody knows how to send more", async () => {
    const body = `{"to":"${"1".repeat(MAX_UNVERIFIED_BODY_BYTES)}"}`;
    await expect(readParameters(request("", body, JSON_TYPE), UNVERIFIED)).rejects.toMatchObject({
      message: expect.stringContaining(
        "with the credentials first in it, in the query string or in the header",
      ),
    });
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
      pairs(MAX_PARAMETERS + 1),
      FORM,
      "A request has at most 100 parameters.",
    ],
    [
      "as many JSON keys",
      json(MAX_PARAMETERS + 1),
      "application/json",
      "A request has at most 100 parameters.",
    ],
    [
      "JSON called a form",
      '{"to":"1"}',
      FORM,
      "The request body looks like JSON. Send Content-Type: application/json.",
    ],
    [
      "JSON of more values than twice the recipients of a request",
      `{"to":[${'"",'.repeat(30_000)}""]}`,
      "application/json",
      "The JSON request body has more than 30000 values. Split it into several requests.",
    ],
    [
      "JSON of more keys than any operation has",
      `{"to":[${'{"a":1},'.repeat(1_000)}{"a":1}]}`,
      "application/json",
      "The objects of the JSON request body have more than 1000 keys.",
    ],
    ["UTF-8 broken in one of two", "a=%EF%BF%BD&b=%FF", FORM, "Parameter 'b' is not valid UTF-8."],
    ["UTF-8 broken in a name", "%FF=1", FORM, "Parameter '' is not valid UTF-8."],
  ])("refuses %s", async (_, body, type, sentence) => {
    await expect(read("", body, type)).rejects.toMatchObject({ status: 400, message: sentence });
  });

  it("takes a hundred parameters, and a percent sign that encodes nothing", async () => {
    expect(Object.keys(await read("", pairs(MAX_PARAMETERS), FORM))).toHaveLength(MAX_PARAMETERS);
    expect(Object.keys(await read("", json(MAX_PARAMETERS), "application/json"))).toHaveLength(
      MAX_PARAMETERS,
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

  it.each([
    ["text", `{"body":"${"é".repeat(2 * 1024 * 1024 - 10)}"}`],
    ["escapes", `{"body":"${"\\u00e9".repeat(4 * 1024 * 170)}"}`],
    ["values", `{"to":[${`"${" ".repeat(200)}64211234567",`.repeat(18_000)}""]}`],
  ])("lets others have their turn while it reads 4 MiB of %s", async (_, body) => {
    const turns = countTurns();
    const parameters = await readParameters(request("", body, JSON_TYPE), verifiedAccount(1));
    expect(turns.end()).toBeGreaterThan(30);
    expect(parameters.size).toBe(1);
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
    await expect(readParameters(fromWeb(hungUp), UNVERIFIED)).rejects.toMatchObject({
      status: 400,
      message: "The request body ended early.",
    });
  });

  it("keeps a replacement character that the caller wrote", async () => {
    expect(await read("?body=%EF%BF%BD")).toEqual({ body: "\uFFFD" });
  });
});

function pairs(count: number): string {
  return Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
}

function json(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 1])));
}

import { afterEach, describe, expect, it } from "vitest";
import { MAX_BODY_BYTES, MAX_UNVERIFIED_BODY_BYTES, verifiedAccount } from "@/lib/http/body/body";
import { type Labels, readParameters } from "@/lib/http/body/parameters";
import { fromWeb } from "@/lib/http/request/gateway-request";

// A request that is not answered keeps its part of the budget, and its place.
afterEach(() => {
  Object.assign(globalThis, { gatewayBodies: undefined, gatewayHeavyRequests: undefined });
});

const FORM = "application/x-www-form-urlencoded";

/** Reads a body as it comes from the network: bytes, with a label or without one. */
async function read(label: string | null, body: string, labels: Labels = "lenient"): Promise<object> {
  const request = new Request("http://gateway.test/x", {
    method: "POST",
    body: new TextEncoder().encode(body),
    headers: label === null ? {} : { "content-type": label },
  });
  return Object.fromEntries(await readParameters(fromWeb(request), verifiedAccount(1), labels));
}

const SEND = { to: "64211234567", body: "Kia ora {name} & co = 100%", messageClass: "transactional" };
const JSON_BODY = JSON.stringify(SEND);
const PRETTY = JSON.stringify(SEND, null, 2);

/** Labels that programs write on a JSON body if their user names no type, or names one wrongly. */
const JSON_LABELS: [program: string, label: string | null][] = [
  ["fetch with a text", "text/plain;charset=UTF-8"],
  ["XMLHttpRequest with a text", "text/plain;charset=utf-8"],
  ["navigator.sendBeacon with a text", "text/plain;charset=UTF-8"],
  [".NET StringContent", "text/plain; charset=utf-8"],
  ["OkHttp with a type of text", "text/plain"],
  ["Apache HttpClient's StringEntity in ASCII", "text/plain; charset=US-ASCII"],
  ["Java's HttpClient, Go's NewRequest, requests with data=json.dumps(…)", null],
  ["fetch with bytes, a Blob without a type", null],
  ["a header that is set to nothing", ""],
  ["curl -d", FORM],
  ["wget --post-data, Net::HTTP of Ruby, HttpURLConnection of Java", FORM],
  ["urllib of Python, libcurl's POSTFIELDS from PHP", FORM],
  ["PowerShell's Invoke-RestMethod", FORM],
  ["jQuery's $.post with JSON.stringify(…)", "application/x-www-form-urlencoded; charset=UTF-8"],
  ["a browser's old default", "APPLICATION/X-WWW-FORM-URLENCODED"],
  ["generated clients without a choice of types", "*/*"],
  ["Blob and Buffer senders, S3 tools", "application/octet-stream"],
  ["an old name", "text/json"],
  ["an old name with a charset", "text/json; charset=utf-8"],
  ["an older name", "application/x-json"],
  ["an older name of text", "text/x-json"],
  ["JSON:API clients", "application/vnd.api+json"],
  ["a vendor's own type", "application/vnd.gateway.v1+json; charset=utf-8"],
  ["JSON-LD", "application/ld+json"],
  ["JSON merge patch", "application/merge-patch+json"],
  ["CloudEvents", "application/cloudevents+json"],
  [".NET Framework's JSON requests", "application/json-patch+json"],
  ["a header that is set twice", "application/json, application/json"],
  ["a bare word", "json"],
  ["a misspelt type", "application-json"],
  ["a charset without a type", "charset=utf-8"],
  ["an attribute alone", "; charset=utf-8"],
];

/** Beginnings and endings that JSON may have. */
const JSON_TEXTS: [name: string, body: string][] = [
  ["as it is", JSON_BODY],
  ["in lines", PRETTY],
  ["in lines of Windows", PRETTY.replaceAll("\n", "\r\n")],
  ["behind a byte order mark", `\ufeff${JSON_BODY}`],
  ["behind a byte order mark and a line", `\ufeff\r\n\t ${JSON_BODY}`],
  ["behind white space", ` \n\t${JSON_BODY}`],
  ["before a line's end", `${JSON_BODY}\n`],
];

describe.each(JSON_LABELS)("a JSON body of %s", (_program, label) => {
  it.each(JSON_TEXTS)("is read %s", async (_name, body) => {
    expect(await read(label, body)).toEqual(SEND);
  });

  it("may be an empty object", async () => {
    expect(await read(label, " {} \n")).toEqual({});
  });

  it("is refused on routes with cookies", async () => {
    await expect(read(label, JSON_BODY, "exact")).rejects.toMatchObject({
      code: label?.toLowerCase().startsWith(FORM) ? "invalid_request" : "unsupported_media_type",
    });
  });

  it("is malformed if it is cut", async () => {
    await expect(read(label, JSON_BODY.slice(0, -1))).rejects.toMatchObject({
      status: 400,
      message: "The request body is not valid JSON.",
    });
  });
});

describe("a form", () => {
  it.each([
    ["a first value that is JSON", "body=%7B%22a%22%3A1%7D&to=1", { body: '{"a":1}', to: "1" }],
    ["a first value that is JSON in plain characters", 'body={"a":1}&to=1', { body: '{"a":1}', to: "1" }],
    ["a first key that is JSON", "%7B%22a%22=1&to=1", { '{"a"': "1", to: "1" }],
    ["a first key in braces", "{name}=Ana&to=1", { "{name}": "Ana", to: "1" }],
    ["a first key of two braces", "{}=x&to=1", { "{}": "x", to: "1" }],
    ["a first key with a brace and a space", "{ a=1&to=1", { "{ a": "1", to: "1" }],
    ["a first key in single quotes", "{'to':1}&to=1", { "{'to':1}": "", to: "1" }],
  ])("remains one with %s", async (_name, body, expected) => {
    const given = Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== ""));
    expect(await read(FORM, body)).toEqual(given);
  });

  it("is none under another label", async () => {
    for (const label of ["text/plain", null, "*/*", "text/json"])
      await expect(read(label, "to=1&body=x")).rejects.toMatchObject({ status: 415 });
  });
});

describe("a body under a wrong label", () => {
  it.each([
    ["JSON in another format's label", "application/xml", JSON_BODY],
    ["JSON called a page", "text/html", JSON_BODY],
    ["JSON called a form of parts", "multipart/form-data; boundary=x", JSON_BODY],
    ["JSON called an image", "image/png", JSON_BODY],
    ["a list called text", "text/plain", "[1]"],
    ["a text in quotation marks", "text/plain", '"x"'],
    ["XML called text", "text/plain", "<to>1</to>"],
    ["JSON behind something else", "text/plain", `while(1);${JSON_BODY}`],
    ["JSON of another charset called text", "text/plain; charset=iso-8859-1", JSON_BODY],
    ["JSON of another charset called a form", `${FORM}; charset=windows-1252`, JSON_BODY],
    ["JSON of another charset with no type", "; charset=utf-16", JSON_BODY],
  ])("is 415: %s", async (_name, label, body) => {
    await expect(read(label, body)).rejects.toMatchObject({ status: 415, code: "unsupported_media_type" });
  });

  it("names a parameter that is given twice", async () => {
    for (const label of ["text/plain", null, FORM])
      await expect(read(label, '{"to":"1","to":"2"}')).rejects.toMatchObject({
        message: "Parameter 'to' is given more than once.",
      });
  });

  it.each([
    ["text", "text/plain", MAX_BODY_BYTES],
    ["nothing", null, MAX_BODY_BYTES],
    ["a form", FORM, MAX_UNVERIFIED_BODY_BYTES],
  ])("has the size of its label: JSON called %s", async (_name, label, most) => {
    const body = (bytes: number) => `{"body":"${"a".repeat(bytes - 11)}"}`;
    expect(await read(label, body(most))).toHaveProperty("body");
    await expect(read(label, body(most + 1))).rejects.toMatchObject({ status: 413 });
  });
});

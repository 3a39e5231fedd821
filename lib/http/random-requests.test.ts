import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/base/operation";
import { OPERATIONS } from "@/lib/contracts/operations";
import { useTestDatabase } from "@/tests/support/database/database";
import { AnyCaller, handlerOf, shapeOf } from "@/tests/support/hostile/any-operation";
import { HOSTILE_JSON } from "@/tests/support/hostile/hostile-values";
import { type CallResult, call } from "@/tests/support/server/gateway";

useTestDatabase();

let caller: AnyCaller;
beforeAll(async () => {
  caller = await AnyCaller.create();
});

const each = OPERATIONS.map((operation) => [operation.id, operation] as const);

/**
 * Asserts an answer in the API's form: a JSON body, except for two operations with no body or a line of text; never a
 * 500.
 */
function expectAnswered(operation: Operation, { status, text, body, headers }: CallResult<unknown>): void {
  expect(status, text).toBeLessThan(500);
  if (operation.errorStyle === "text") {
    expect(text).toMatch(status === 200 ? /^SUCCESS:/ : /^ERROR:/);
    return;
  }
  if (status === 204) {
    expect(text).toBe("");
    return;
  }
  expect(headers.get("content-type")).toContain("application/json");
  expect(body).toBeTypeOf("object");
  if (status >= 400) expect(body).toMatchObject({ success: false, code: expect.any(String) });
}

/** Returns the parameters of an operation's example. */
function exampleOf({ examples }: Operation): Record<string, string> {
  const [example] = examples;
  const request = (example?.request ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** Returns a JSON object as it is sent. */
const objectText = (fields: readonly (readonly [name: string, json: string])[]): string =>
  `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;

const withCredentials = (operation: Operation) => {
  const { query, headers, json } = caller.credentialsOf(operation);
  const inBody = Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return { query, headers, inBody };
};

const jsonHeaders = { "content-type": "application/json" };

describe("every hostile value in every parameter", () => {
  it.each(each.filter(([, { method }]) => method === "POST"))("%s", async (_, operation) => {
    const handler = await handlerOf(operation);
    const { query, headers, inBody } = withCredentials(operation);
    const usual = exampleOf(operation);
    const answers: string[] = [];
    for (const name of [...Object.keys(shapeOf(operation.request)), "unknown"]) {
      for (const json of HOSTILE_JSON) {
        const fields = { ...usual, ...Object.fromEntries(inBody), [name]: json };
        const raw = objectText(Object.entries(fields));
        try {
          const answer = await call(handler, { query, raw, headers: { ...jsonHeaders, ...headers } });
          expectAnswered(operation, answer);
        } catch (error) {
          answers.push(`${name}: ${json}: ${(error as Error).message.slice(0, 200)}`);
        }
      }
    }
    expect(answers).toEqual([]);
  });
});

const hostile = fc.constantFrom(...HOSTILE_JSON);
const anyJson = fc.oneof(
  hostile,
  fc.json({ maxDepth: 4 }),
  fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }).map((value) => JSON.stringify(value)),
);

/** Names of parameters of all operations, and foreign names. */
const NAMES = [...new Set(OPERATIONS.flatMap(({ request }) => Object.keys(shapeOf(request))))];
const otherName = fc.oneof(
  fc.constantFrom(...NAMES, "__proto__", "constructor", "toString", "length", "userId", "password", "topic"),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Generates a document near an operation's example: some parameters are omitted, replaced or added. */
function documentOf(operation: Operation): fc.Arbitrary<string> {
  const usual = exampleOf(operation);
  const names = Object.keys(shapeOf(operation.request));
  const replaced = fc.dictionary(fc.constantFrom("to", ...names), anyJson, { maxKeys: 4 });
  const added = fc.array(fc.tuple(otherName, anyJson), { maxLength: 3 });
  return fc.tuple(fc.subarray(Object.keys(usual)), replaced, added).map(([kept, other, more]) =>
    objectText([
      ...Object.entries({
        ...Object.fromEntries(kept.map((name) => [name, usual[name] as string])),
        ...other,
      }),
      ...more,
    ]),
  );
}

/** Generates a body of any shape: near the example, any JSON, cut JSON, deep JSON, or arbitrary bytes. */
function bodyOf(operation: Operation): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const near = documentOf(operation);
  return fc.oneof(
    { weight: 6, arbitrary: near },
    { weight: 2, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.tuple(near, fc.nat(200)).map(([json, at]) => json.slice(0, at)) },
    { weight: 1, arbitrary: near.map((json) => `\ufeff${json}`) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }).map((depth) => `{"to":${"[".repeat(depth)}`) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 60_000, max: 140_000 }).map((length) => `{"to":"${"6".repeat(length)}"}`),
    },
  );
}

const form = fc
  .array(fc.tuple(otherName, fc.oneof(fc.string({ unit: "binary" }), hostile)), { maxLength: 5 })
  .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString());
const rawForm = fc.string({ unit: fc.constantFrom("%", "0", "F", "&", "=", "+", "a", "[", "]", ";", "é") });

const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=iso-8859-1",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "application/cloudevents+json",
  ";;;=",
  "",
];

/** Values that a header can hold. */
const headerValue = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: fc.integer({ min: 0xa0, max: 0xff }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    "null",
    "undefined",
    "[object Object]",
    "Bearer",
    "Bearer  x",
    "Basic",
    "Basic !!!",
    "9".repeat(4_000),
  ),
);
const someHeaders = fc.dictionary(
  fc.constantFrom(
    "idempotency-key",
    "x-request-id",
    "x-forwarded-host",
    "accept",
    "accept-language",
    "cookie",
    "origin",
    "referer",
    "user-agent",
    "x-shopify-topic",
    "x-shopify-hmac-sha256",
    "x-shopify-webhook-id",
    "x-wc-webhook-topic",
    "x-wc-webhook-signature",
    "x-wc-webhook-delivery-id",
    "x-http-method-override",
    "range",
  ),
  headerValue,
  { maxKeys: 4 },
);

const RUNS = 60;

describe("a random request of a caller who may", () => {
  it.each(each)("to %s is answered, and never with a failure of the service", async (_, operation) => {
    const handler = await handlerOf(operation);
    const { query, headers, inBody } = withCredentials(operation);
    const own = inBody.map(([name, json]) => `${JSON.stringify(name)}:${json},`).join("");
    const body =
      operation.method === "GET"
        ? fc.constant("")
        : fc.oneof({ weight: 4, arbitrary: bodyOf(operation) }, form, rawForm);
    const asked = fc.record({
      body,
      type: fc.oneof(
        { weight: 5, arbitrary: fc.constant("application/json") },
        fc.constantFrom(...CONTENT_TYPES),
      ),
      others: someHeaders,
      more: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, form, rawForm),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ body, type, others, more }) => {
        const raw = typeof body === "string" ? body.replace(/^\{/, `{${own}`) : body;
        const answer = await call(handler, {
          method: operation.method,
          query: `${new URLSearchParams(query)}${more === "" ? "" : `&${more}`}`,
          ...(operation.method === "GET" ? {} : { raw }),
          headers: { ...(type === "" ? {} : { "content-type": type }), ...others, ...headers },
        });
        expectAnswered(operation, answer);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("a random request without credentials", () => {
  it.each(each)("to %s is refused, and never with a failure of the service", async (_, operation) => {
    const handler = await handlerOf(operation);
    const credential = fc.oneof(
      hostile,
      fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
    );
    const fields = fc.array(
      fc.tuple(
        fc.constantFrom(
          "userId",
          "password",
          "username",
          "client_id",
          "client_secret",
          "api_key",
          "secret",
          "shortcode_id",
        ),
        credential,
      ),
      { maxLength: 4 },
    );
    const asked = fc.record({
      fields,
      document: documentOf(operation),
      authorization: fc.option(headerValue, { nil: undefined }),
      others: someHeaders,
      query: fc.oneof(fc.constant(""), form, rawForm),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ fields, document, authorization, others, query }) => {
        const given =
          objectText(fields).slice(0, -1) +
          (fields.length > 0 && document !== "{}" ? "," : "") +
          document.slice(1);
        const answer = await call(handler, {
          method: operation.method,
          query,
          ...(operation.method === "GET" ? {} : { raw: given }),
          headers: { ...jsonHeaders, ...others, ...(authorization === undefined ? {} : { authorization }) },
          address: `2001:db8::${Math.floor(Math.random() * 65_535).toString(16)}`,
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expectAnswered(operation, answer);
      }),
      { numRuns: 15 },
    );
  });
});

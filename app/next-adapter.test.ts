import { expect, it } from "vitest";
import { POST as balance, DELETE, GET, HEAD, OPTIONS, PATCH, PUT } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { POST as legacy } from "@/app/send.php/route";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import {
  type CallOptions,
  call,
  callHandler,
  type Handler,
  testAccount,
} from "@/tests/support/server/gateway";

useTestDatabase();

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };
const NOBODY = "userId=nobody%40example.com&password=x";

/**
 * Requests that an adapter between Next and a handler can change: their methods, query strings, bodies and
 * headers.
 */
const REQUESTS: readonly [name: string, handler: Handler, options: CallOptions][] = [
  ["GET", GET, { method: "GET" }],
  ["HEAD", HEAD, { method: "HEAD" }],
  ["PUT", PUT, { method: "PUT", raw: "x" }],
  ["PATCH", PATCH, { method: "PATCH", raw: "x" }],
  ["DELETE", DELETE, { method: "DELETE" }],
  ["OPTIONS", OPTIONS, { method: "OPTIONS" }],
  ["a query string", balance, { query: NOBODY }],
  [
    "a query string with a plus and a percent sign",
    balance,
    { query: "userId=a+b%40example.com&password=100%25" },
  ],
  ["a query string that is no percent-encoding", balance, { query: "userId=%zz&password=%" }],
  ["a parameter twice", balance, { query: `${NOBODY}&password=y` }],
  ["a form", balance, { raw: NOBODY, headers: FORM }],
  [
    "a form with a character set",
    balance,
    { raw: NOBODY, headers: { "content-type": `${FORM["content-type"]}; charset=UTF-8` } },
  ],
  [
    "a form of bytes that are no UTF-8",
    balance,
    { raw: Uint8Array.from([0x61, 0x3d, 0xe9, 0xff]), headers: FORM },
  ],
  ["a form in the body and a query string", balance, { raw: "password=y", query: NOBODY, headers: FORM }],
  ["JSON", balance, { json: { userId: "nobody@example.com", password: "x" } }],
  [
    "JSON with a byte order mark",
    balance,
    { raw: `\u{feff}{"userId":"a@b.example","password":"x"}`, headers: JSON_TYPE },
  ],
  ["JSON that breaks off", balance, { raw: '{"userId":', headers: JSON_TYPE }],
  ["JSON that is a list", balance, { raw: "[]", headers: JSON_TYPE }],
  ["JSON under no label", balance, { raw: '{"userId":"a@b.example","password":"x"}' }],
  ["no body", balance, {}],
  ["XML", balance, { raw: "<a/>", headers: { "content-type": "text/xml" } }],
  ["a body of 200,000 bytes", balance, { raw: "x".repeat(200_000), headers: FORM }],
  ["a bearer token that is unknown", balance, { headers: { authorization: "Bearer nothing" } }],
  ["an authorization of another scheme", balance, { headers: { authorization: "Digest a=b" } }],
  [
    "text that is answered as text",
    legacy,
    { raw: "username=x&password=y&cellnum=1&message=z", headers: FORM },
  ],
];

it.each(REQUESTS)("answers %s through Next as the handler does", async (_, handler, options) => {
  const [own, next] = [await callHandler(handler, options), await call(handler, options)];
  expect({ status: next.status, text: next.text }).toEqual({ status: own.status, text: own.text });
  for (const name of ["allow", "content-type", "cache-control", "retry-after", "www-authenticate"])
    expect([name, next.headers.get(name)]).toEqual([name, own.headers.get(name)]);
  expect(next.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

it("passes on each character of a text, a body of 10,000 recipients, and the long answer", async () => {
  const { accountId, userId, password } = await testAccount({ balanceMicros: 10n ** 10n, unicode: true });
  const body = 'Kia ora ā 👋🏽 & + % = " \\ end';
  const to = Array.from({ length: 10_000 }, (_, index) => String(64_211_000_000 + index));
  const json = { userId, password, to, body, messageClass: "transactional", unicode: true };
  const sent = await call<BulkSendResponse>(send, { json });
  expect(sent.body.messages.map((entry) => entry.to)).toEqual(to);
  expect(await db().prisma.message.findFirst({ where: { accountId } })).toMatchObject({ body });
});

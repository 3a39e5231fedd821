import { once } from "node:events";
import net from "node:net";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { NO_RULES } from "@/lib/carriers/error-rules";
import { verdictOf } from "@/lib/carriers/http/answer";
import { declaredApi } from "@/lib/carriers/http/declared-api";
import { Exchanger } from "@/lib/carriers/http/exchange";
import type { HttpSettings } from "@/lib/carriers/http/settings";

const api = declaredApi.parse({
  request: {
    method: "POST",
    url: "https://api.example.com/send",
    encoding: "json",
    fields: { to: "{msisdn}" },
  },
  success: { statuses: [200] },
  reference: "/id",
  errorCode: "/code",
  errors: { "7": { action: "refused" } },
});

const answered = (status: number, body: string) =>
  ({ outcome: "answered", status, retryAfter: null, isHtml: false, body }) as const;

const OUTCOMES = ["accepted", "refused", "elsewhere", "throttled", "login", "later", "unknown"];

describe("a provider's answer", () => {
  it("follows the rule of its code, and of its status without one", () => {
    const verdict = (status: number, code: string) =>
      verdictOf(answered(status, JSON.stringify({ code })), "m1", { api, errors: {} }, NO_RULES);
    expect(verdict(400, "7")).toEqual({ outcome: "refused", code: "7" });
    expect(verdict(400, "8")).toEqual({ outcome: "elsewhere", code: "8" });
    expect(verdict(401, "8")).toEqual({ outcome: "login", code: "8" });
  });

  it("follows the network's own rule, else the operator's for all, else the API's", () => {
    const forAll = new Map([
      ["7", { action: "elsewhere", delayMs: 0, tries: null }],
      ["HTTP 404", { action: "later", delayMs: 500, tries: 3 }],
    ] as const);
    const verdict = (status: number, code: string, errors: HttpSettings["errors"] = {}) =>
      verdictOf(answered(status, JSON.stringify({ code })), "m1", { api, errors }, forAll);
    expect(verdict(400, "7")).toEqual({ outcome: "elsewhere", code: "7" });
    expect(verdict(400, "7", { "7": { action: "unknown", afterMs: 0 } })).toMatchObject({
      outcome: "unknown",
    });
    // A code takes precedence over a status.
    expect(verdict(404, "7", { "HTTP 404": { action: "login", afterMs: 0 } })).toMatchObject({ code: "7" });
    expect(verdict(404, "8")).toEqual({ outcome: "later", code: "8", afterMs: 500, tries: 3 });
  });

  it("has an outcome whatever stands in it, the names of every object's own things included", () => {
    const code = fc.oneof(fc.string(), fc.constantFrom("constructor", "__proto__", "toString", "HTTP 400"));
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      code.map((given) => JSON.stringify({ code: given })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), body, (status, text) => {
        expect(OUTCOMES).toContain(
          verdictOf(answered(status, text), "m1", { api, errors: {} }, NO_RULES).outcome,
        );
      }),
    );
    const named = answered(400, '{"code":"constructor"}');
    expect(verdictOf(named, "m1", { api, errors: {} }, NO_RULES)).toEqual({
      outcome: "elsewhere",
      code: "constructor",
    });
  });
});

const OK = "HTTP/1.1 202 Accepted\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

/** Returns the outcome of a request to a carrier that answers with bytes and closes the connection. */
async function exchangeWith(bytes: string) {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const exchanger = new Exchanger({ connections: 1, connectTimeoutMs: 5_000, answerTimeoutMs: 5_000 });
  onTestFinished(async () => {
    await exchanger.close();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return exchanger.send({
    origin: `http://127.0.0.1:${port}`,
    path: "/",
    method: "POST",
    headers: {},
    body: "{}",
  });
}

it.each([
  ["an answer", OK],
  ["an unasked 100 Continue", `HTTP/1.1 100 Continue\r\n\r\n${OK}`],
  ["several informational answers", `HTTP/1.1 103 E\r\nLink: a\r\n\r\nHTTP/1.1 100\r\n\r\n${OK}`],
  ["an odd header", OK.replace("Content-Type", "X Odd: 1\r\nContent-Type ")],
])("a carrier's answer counts: %s", async (_, bytes) => {
  expect(await exchangeWith(bytes)).toMatchObject({
    outcome: "answered",
    status: 202,
    body: "ok",
    isHtml: false,
  });
});

it.each([
  ["a body that breaks off", OK.replace(": 2", ": 9")],
  ["a change of protocol", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
  ["an informational answer alone", "HTTP/1.1 100 Continue\r\n\r\n"],
])("a carrier's answer is none: %s", async (_, bytes) => {
  expect(await exchangeWith(bytes)).toMatchObject({ outcome: "unanswered" });
});

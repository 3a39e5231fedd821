import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verdictOf } from "@/lib/carriers/http/answer";
import { declaredApi } from "@/lib/carriers/http/declared-api";

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
      verdictOf(answered(status, JSON.stringify({ code })), "m1", api, {});
    expect(verdict(400, "7")).toEqual({ outcome: "refused", code: "7" });
    expect(verdict(400, "8")).toEqual({ outcome: "elsewhere", code: "8" });
    expect(verdict(401, "8")).toEqual({ outcome: "login", code: "8" });
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
        expect(OUTCOMES).toContain(verdictOf(answered(status, text), "m1", api, {}).outcome);
      }),
    );
    const named = answered(400, '{"code":"constructor"}');
    expect(verdictOf(named, "m1", api, {})).toEqual({ outcome: "elsewhere", code: "constructor" });
  });
});

import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/base/operation";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { registerInboundOperation } from "@/lib/contracts/gateway/configure";
import { legacySendOperation } from "@/lib/contracts/gateway/legacy-send";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { checkDocumented } from "@/tests/support/server/documented";

const BALANCE = { balance: "10.00", currency: "NZD" };
const ID = { "X-Request-Id": "01a1fc1e-7827-71fa-b114-9c303160f115" };

/** Returns the fault that the check finds in a response, or null. */
function complaint(
  operation: Operation,
  body: object | string | null,
  { status = 200, headers = {} as Record<string, string>, type = "application/json" } = {},
): string | null {
  const text = body === null ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const response = new Response(body === null ? null : text, {
    status,
    headers: { ...(body === null ? {} : { "Content-Type": type }), ...ID, ...headers },
  });
  try {
    checkDocumented(operation, response, text);
    return null;
  } catch (error) {
    return String(error);
  }
}

const error = (code: string, more: object = {}) => ({ success: false, error: "No.", code, ...more });

describe("a response is held against the document", () => {
  it("is what is documented", () => {
    expect(complaint(readBalanceOperation, BALANCE)).toBeNull();
    expect(complaint(registerInboundOperation, null, { status: 204 })).toBeNull();
    expect(complaint(legacySendOperation, "ERROR:No.", { status: 401, type: "text/plain" })).toBeNull();
    expect(complaint(sendOperation, error("idempotency_conflict"), { status: 409 })).toBeNull();
  });

  it.each([
    ["a field too many", { ...BALANCE, account: 7 }, "additional properties"],
    ["a field too few", { currency: "NZD" }, "required property 'balance'"],
    ["a field of another type", { ...BALANCE, balance: 10 }, "must be string"],
    ["a field of another form", { ...BALANCE, balance: "10" }, "must match pattern"],
  ])("has no %s", (_, body, said) => {
    expect(complaint(readBalanceOperation, body)).toContain(said);
  });

  it("has no field too many in an error, in a list or further down", () => {
    expect(
      complaint(readBalanceOperation, error("invalid_parameter", { stack: "" }), { status: 400 }),
    ).toContain("additional properties");
    const bulk = { success: true, messages: [], summary: { total: 0, sent: 0, failed: 0, cost: 1 } };
    expect(complaint(sendOperation, bulk)).toContain("additional properties");
  });

  it("has no status, no code, no type, no body and no header that is not documented", () => {
    expect(complaint(readBalanceOperation, BALANCE, { status: 201 })).toContain("status is not documented");
    expect(complaint(readBalanceOperation, error("unicode_not_enabled"), { status: 400 })).toContain(
      "allowed values",
    );
    expect(complaint(readBalanceOperation, "fine", { type: "text/plain" })).toContain(
      "content type text/plain",
    );
    expect(complaint(registerInboundOperation, null, { status: 200 })).toContain("status is not documented");
    expect(complaint(readBalanceOperation, BALANCE, { headers: { "X-Powered-By": "us" } })).toContain(
      "x-powered-by",
    );
    expect(complaint(readBalanceOperation, BALANCE, { headers: { "Retry-After": "5" } })).toContain(
      "retry-after",
    );
  });

  it("has every header that must be there, in its form", () => {
    expect(complaint(readBalanceOperation, BALANCE, { headers: { "X-Request-Id": "7" } })).toContain(
      "X-Request-Id",
    );
    const limited = error("too_many_requests");
    expect(complaint(readBalanceOperation, limited, { status: 429 })).toContain("Retry-After is missing");
    expect(
      complaint(readBalanceOperation, limited, { status: 429, headers: { "Retry-After": "1" } }),
    ).toBeNull();
  });
});

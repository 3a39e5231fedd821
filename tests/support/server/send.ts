import { expect } from "vitest";
import { POST } from "@/app/gateway/sms/out/route";
import { bulkSendResponse, type SendResponse, sendResponse } from "@/lib/contracts/gateway/send";
import { call, type TestAccount } from "@/tests/support/server/gateway";

/** A Saturday noon in New Zealand, daylight time. */
export const NOON = new Date("2026-11-20T23:00:00Z");

export const MOBILE = "64211234567";

/**
 * Calls the send endpoint with JSON: "Kia ora" to a mobile in New Zealand, with the given changes. The
 * credentials are in the query string, which allows a large body. A successful response must match the
 * contract exactly.
 */
export async function sendFrom<Body = SendResponse>(
  { userId, password }: TestAccount,
  parameters: object,
  headers: Record<string, string> = {},
) {
  const usual = { to: MOBILE as unknown, body: "Kia ora", messageClass: "transactional" };
  const message = { ...usual, ...parameters };
  const called = await call<Body>(POST, { headers, query: { userId, password }, json: message });
  if (called.status === 200) {
    const contract = Array.isArray(message.to) ? bulkSendResponse : sendResponse;
    expect(called.body).toEqual(contract.parse(called.body));
  }
  return called;
}

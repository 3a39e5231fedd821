import { newId } from "@/lib/ids";
import type { Item, Submission } from "@/lib/messages/submission";

/** Quiet hours that never are. */
export const NO_NIGHT = { start: "00:00", end: "00:00" };

/** A message to a New Zealand mobile at 0.115, due at once, for tests that begin behind the HTTP edge. */
export function testItem(overrides: Partial<Item> = {}): Item {
  return {
    id: newId(),
    msisdn: "64211234567",
    netMicros: 100_000n,
    gstMicros: 15_000n,
    invalidNumber: false,
    dueAt: new Date(0),
    ...overrides,
  };
}

/** A submission of one such message. */
export function testSubmission(accountId: number, overrides: Partial<Submission> = {}): Submission {
  return {
    accountId,
    sendType: "sms",
    messageClass: "transactional",
    sender: "552",
    body: "Hello",
    encoding: "GSM-7",
    parts: 1,
    customerMessageId: null,
    rateCode: null,
    billedRateCode: null,
    heldHosts: [],
    items: [testItem()],
    idempotency: null,
    ...overrides,
  };
}

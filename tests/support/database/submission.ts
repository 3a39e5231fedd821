import { createHash } from "node:crypto";
import { newId } from "@/lib/ids";
import type { Leases } from "@/lib/messages/accept/accept.sql";
import type { Item, Submission } from "@/lib/messages/accept/submission";

/** Quiet hours that never apply. */
export const NO_NIGHT = { start: "00:00", end: "00:00" };

/** The `AUTH_SECRET` of the tests. */
export const TEST_SECRET = "a secret of the tests, and of nothing else";

/** The dispatch settings of a test: it is never night. */
export const BY_DAY = { quiet: NO_NIGHT, authSecret: TEST_SECRET };

/** Returns a message to a New Zealand mobile at 0.115, due at once, for tests behind the HTTP edge. */
export function testItem(overrides: Partial<Item> = {}): Item {
  return {
    id: newId(),
    msisdn: "64211234567",
    netMicros: 100_000n,
    gstMicros: 15_000n,
    invalidNumber: false,
    carrierId: 0,
    dueAt: new Date(0),
    sendAt: null,
    ...overrides,
  };
}

/** Returns a submission of one such message. */
export function testSubmission(accountId: number, overrides: Partial<Submission> = {}): Submission {
  return {
    accountId,
    sendType: "sms",
    messageClass: "transactional",
    sender: "552",
    body: "Hello",
    encryptedBody: null,
    encoding: "GSM-7",
    parts: 1,
    customerMessageId: null,
    rateCode: null,
    billedRateCode: null,
    heldHosts: [],
    validityMinutes: 1_440,
    items: [testItem()],
    routesVersion: null,
    idempotency: null,
    ...overrides,
  };
}

/** Returns a submission with an idempotency key that expires at an instant. */
export function keyed(submission: Submission, key: string, expiresAt: Date): Submission {
  const requestHash = createHash("sha256").update(key).digest();
  return { ...submission, idempotency: { key, requestHash, expiresAt, responseSecret: key } };
}

/** Returns leases for the messages of a submission until an instant. */
export function leasesOf({ items }: Submission, until: Date): Leases {
  return { until, ids: new Set(items.map(({ id }) => id)) };
}

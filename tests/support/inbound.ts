import type { CarrierInbound } from "@/lib/carriers/inbound";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { testItem, testSubmission } from "@/tests/support/database/submission";

let numbers = 0;

/** Returns a mobile number that no other test of the file has. */
export function newMobile(): string {
  return `64211${String(++numbers).padStart(6, "0")}`;
}

/** Inserts a message sent at an instant, by default from 552. Returns its ID. */
export async function sentMessage(
  accountId: number,
  msisdn: string,
  at: Date,
  overrides: Partial<Submission> = {},
): Promise<string> {
  const item = testItem({ msisdn, dueAt: at });
  const cell = databaseOfAccount(db(), accountId);
  await accept(cell, [testSubmission(accountId, { ...overrides, items: [item] })], at, () => "");
  await cell.prisma.queuedMessage.updateMany({
    where: { messageId: item.id },
    data: { firstTriedAt: at, dueAt: null, encryptedBody: null },
  });
  await cell.prisma.carrierSubmission.create({
    data: { messageId: item.id, carrier: "test", reference: item.id, submittedAt: at },
  });
  return item.id;
}

/** Returns a message from a mobile user, by default to 552, as a carrier delivers it. */
export function carrierInbound(overrides: Partial<CarrierInbound> = {}): CarrierInbound {
  return {
    reference: newId(),
    from: "64211234567",
    to: "552",
    body: "Kia ora",
    encoding: "GSM-7",
    network: null,
    receivedAt: new Date("2026-11-20T23:00:00.700Z"),
    ...overrides,
  };
}

/** Sets the endpoint of an account's inbound events. */
export async function listen(accountId: number, pausedAt: Date | null = null): Promise<void> {
  const registeredAt = new Date("2026-11-01T00:00:00Z");
  const url = "https://receiver.example.com/in";
  await databaseOfAccount(db(), accountId).prisma.webhookEndpoint.create({
    data: { accountId, kind: "inbound", url, registeredAt, pausedAt, failingSince: pausedAt },
  });
}

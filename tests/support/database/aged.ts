import { v7 } from "uuid";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import type { Item, Submission } from "@/lib/messages/accept/submission";
import { testItem, testSubmission } from "@/tests/support/database/submission";

/** Returns an ID with the time of an instant. */
export function idMadeAt(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** Inserts a message accepted at an instant, by default with an ID of that time. Returns its ID. */
export async function agedMessage(
  accountId: number,
  at: Date,
  { item = {}, ...overrides }: Partial<Submission> & { item?: Partial<Item> } = {},
): Promise<string> {
  const made = testItem({ id: idMadeAt(at), dueAt: at, ...item });
  await accept(db(), [testSubmission(accountId, { ...overrides, items: [made] })], at, () => "");
  return made.id;
}

/** Inserts an inbound message received at an instant, by default with an ID of that time. Returns its ID. */
export async function agedInbound(
  accountId: number,
  at: Date,
  given: { id?: string; msisdn?: string; relatedMessageId?: string } = {},
): Promise<string> {
  const { id = idMadeAt(at), msisdn = "64211234567", relatedMessageId = null } = given;
  await db().prisma.inboundMessage.create({
    data: {
      id,
      accountId,
      msisdn,
      shortcode: "552",
      body: "Kia ora",
      encoding: "GSM7",
      receivedAt: at,
      carrier: "test",
      carrierReference: id,
      relatedMessageId,
    },
  });
  return id;
}

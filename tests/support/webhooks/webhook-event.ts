import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

type EventInput = {
  kind?: "inbound" | "report";
  state?: "pending" | "delivered" | "failed";
  dueAt?: Date | null;
  createdAt?: Date;
  attemptedAt?: Date;
  responseCode?: number | null;
};

/** Inserts a pending event of an account, by default of the kind `inbound`. Returns its ID. */
export async function event(accountId: number, given: EventInput = {}): Promise<string> {
  const { kind = "inbound", createdAt = new Date() } = given;
  const [id, subject] = [newId(), newId()];
  const msisdn = "64211234567";
  if (kind === "inbound") {
    await db().prisma.inboundMessage.create({
      data: {
        id: subject,
        accountId,
        msisdn,
        shortcode: "552",
        body: "Kia ora",
        encoding: "GSM7",
        receivedAt: createdAt,
        carrier: "test",
        carrierReference: subject,
      },
    });
  } else {
    await db().prisma.message.create({
      data: {
        id: subject,
        accountId,
        sendType: "sms",
        messageClass: "transactional",
        sender: "552",
        msisdn,
        body: "Kia ora",
        encoding: "GSM7",
        parts: 1,
        acceptedAt: createdAt,
        status: "PENDING",
      },
    });
  }
  const body = JSON.stringify({ type: kind === "inbound" ? "SMS" : "dlr", messageId: subject });
  const about = kind === "inbound" ? { inboundId: subject } : { messageId: subject };
  await db().prisma.webhookDelivery.create({
    data: {
      id,
      accountId,
      kind,
      body,
      createdAt,
      ...about,
      state: given.state ?? "pending",
      dueAt: given.dueAt ?? null,
      attempts: given.attemptedAt ? 1 : 0,
      attemptedAt: given.attemptedAt ?? null,
      responseCode: given.responseCode ?? null,
    },
  });
  return id;
}

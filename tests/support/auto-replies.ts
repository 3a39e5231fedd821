import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { NOON } from "@/tests/support/server/send";

let position = 0;

/** Adds a rule to an account behind all others: unless told otherwise it answers any text at any hour. */
export async function testRule(accountId: number, overrides: object = {}): Promise<string> {
  const id = newId();
  const words = { match: "any", words: [], sender: null };
  const hours = { hours: "always", days: [], fromTime: "00:00", toTime: "00:00" };
  const answer = { name: "Thanks", text: "Thank you", unicode: false, pauseMinutes: 60, enabled: true };
  const place = { position: ++position, createdAt: NOON };
  const data = { id, accountId, ...words, ...hours, ...answer, ...place, ...overrides };
  await db().prisma.replyRule.create({ data });
  return id;
}

/** A number that an account has written to, a minute before `NOON`. */
export async function correspondent(accountId: number): Promise<string> {
  const number = newMobile();
  await sentMessage(accountId, number, new Date(NOON.getTime() - 60_000));
  return number;
}

/** Has a number write texts, one a second from `NOON` on. */
export async function write(from: string, ...texts: string[]): Promise<void> {
  for (const [place, body] of texts.entries()) {
    const at = new Date(NOON.getTime() + place * 1_000);
    await receive(db(), "test", [carrierInbound({ from, body, receivedAt: at })], at);
  }
}

/** An answer that waits to be sent since or until an instant, with the message in that it answers. */
export async function waitingReply(accountId: number, dueAt: Date): Promise<void> {
  const [id, msisdn, shortcode] = [newId(), newMobile(), "552"];
  const received = { body: "Kia ora", encoding: "GSM7", receivedAt: dueAt, carrier: "test" } as const;
  await db().prisma.inboundMessage.create({
    data: { ...received, id, accountId, msisdn, shortcode, carrierReference: id },
  });
  const answer = { ruleId: newId(), ruleName: "Thanks", text: "Thank you", unicode: false };
  await db().prisma.autoReply.create({
    data: { ...answer, inboundId: id, accountId, msisdn, shortcode, createdAt: dueAt, dueAt },
  });
}

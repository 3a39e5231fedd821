import { expect } from "vitest";
import { listReplyRules, type ReplyRulesList } from "@/lib/contracts/members/auto-replies";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { ask } from "@/tests/support/member";
import type { TestAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { POST: add, GET: list } = handlersOf("/api/members/auto-replies");

/** A rule in the form of a page. */
export const HOURS_RULE = {
  name: "Hours",
  match: "keyword",
  words: ["hours"],
  text: "We are open from 9 to 5.",
};

/** Adds a rule as a page does, with an ID of its own. Returns the ID. */
export async function addedRule(own: TestAccount, json: object): Promise<string> {
  const { status, body } = await ask<{ id: string }>(add, own, { json: { id: newId(), ...json } });
  expect(status).toBe(200);
  return body.id;
}

/** Returns the rules as a page gets them, with the possible senders, lists and endpoints of a rule. */
export async function listedRules(own: TestAccount): Promise<ReplyRulesList> {
  const { status, body } = await ask<ReplyRulesList>(list, own, { query: {} });
  expect(status).toBe(200);
  expect(body).toEqual(listReplyRules.response.parse(body));
  return body;
}

/** Returns the activity of an account, the oldest first: each action with its details. */
export async function activitiesOf({ accountId }: TestAccount): Promise<[string, unknown][]> {
  const lines = await db().prisma.activity.findMany({ where: { accountId }, orderBy: { id: "asc" } });
  return lines.map(({ action, details }) => [action, details]);
}

let position = 0;

/** Inserts a rule after an account's other rules. By default it replies to any text at any hour. */
export async function testRule(accountId: number, overrides: object = {}): Promise<string> {
  const id = newId();
  const words = { match: "any", words: [], sender: null, fromNumbers: [] };
  const hours = { hours: "always", days: [], fromTime: "00:00", toTime: "00:00" };
  const answer = { name: "Thanks", text: "Thank you", unicode: false, pauseMinutes: 60, enabled: true };
  const place = { position: ++position, createdAt: NOON };
  const data = { id, accountId, ...words, ...hours, ...answer, ...place, ...overrides };
  await db().prisma.replyRule.create({ data });
  return id;
}

/** Inserts a message of an account to a new number, a minute before `NOON`. Returns the number. */
export async function correspondent(accountId: number): Promise<string> {
  const number = newMobile();
  await sentMessage(accountId, number, new Date(NOON.getTime() - 60_000));
  return number;
}

/** Receives texts from a number, one a second from `NOON` on. */
export async function write(from: string, ...texts: string[]): Promise<void> {
  for (const [place, body] of texts.entries()) {
    const at = new Date(NOON.getTime() + place * 1_000);
    await receive(db(), "test", [carrierInbound({ from, body, receivedAt: at })], at);
  }
}

/** Inserts an auto reply that is due at a time, with the message that it replies to. */
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

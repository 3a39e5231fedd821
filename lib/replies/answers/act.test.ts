import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readChangeMark } from "@/lib/accounts/read-changes";
import { changedBetween } from "@/lib/contracts/members/changes";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { readConversation } from "@/lib/inbound/read-conversation";
import { receive } from "@/lib/inbound/receive";
import { makeDueChanges } from "@/lib/replies/changes/due-changes";
import { pauseEndpoint } from "@/lib/webhooks/further/change-endpoints";
import { correspondent, testRule } from "@/tests/support/auto-replies";
import { contactList } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile } from "@/tests/support/inbound";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";

useTestDatabase();

const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => vi.useRealTimers();
});

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});
afterEach(async () => {
  await db().prisma.webhookDelivery.deleteMany();
});

const somebody = () => correspondent(own.accountId);

/** Creates an endpoint without event types, and a rule that sends texts there. */
async function sender(rule: object = {}, given: Parameters<typeof furtherEndpoint>[1] = {}) {
  const endpoint = await furtherEndpoint(own.accountId, { eventTypes: [], ...given });
  await testRule(own.accountId, { text: "", name: "Orders", sendTo: endpoint.id, ...rule });
  return endpoint;
}

const deliveries = () =>
  db().prisma.webhookDelivery.findMany({
    where: { accountId: own.accountId, kind: "further" },
    orderBy: { id: "asc" },
  });
const take = (from: string, body = "Order 12", at = NOON) =>
  receive(db(), "test", [carrierInbound({ from, body, receivedAt: at })], at);

describe("a text that a rule sends to an endpoint", () => {
  it("is an event as of any message in, due at once, though the endpoint has neither its type nor its sender", async () => {
    const { number: only } = await db().prisma.shortcode.create({
      data: { number: newMobile(), ownerId: own.accountId },
    });
    const { key } = await sender({}, { sender: only });
    const listening = await furtherEndpoint(own.accountId);
    const from = await somebody();
    woken.length = 0;
    await take(from);
    expect(woken).toContain("webhooks");
    const [usual, sent, ...others] = (await deliveries()).sort(
      (one, other) => Number(one.number === key.number) - Number(other.number === key.number),
    );
    expect(others).toEqual([]);
    expect(usual).toMatchObject({ number: listening.key.number });
    expect(sent).toMatchObject({
      number: key.number,
      eventType: "message_inbound",
      state: "pending",
      dueAt: NOON,
      attempts: 0,
      inboundId: usual?.inboundId,
      body: usual?.body,
    });
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ type: "SMS", from, to: "552", body: "Order 12" });
  });

  it("comes once where the endpoint is told of it anyway", async () => {
    const { key } = await sender({}, { eventTypes: ["message.inbound"] });
    await take(await somebody());
    expect(await deliveries()).toMatchObject([{ number: key.number }]);
    expect(await db().prisma.ruleAction.findMany({ where: { accountId: own.accountId } })).toMatchObject([
      { sentTo: expect.stringContaining("Endpoint") },
    ]);
  });

  it("comes once however often the carrier brings it, each text without regard to pauses", async () => {
    await sender({ text: "Thanks", pauseMinutes: 60 });
    const from = await somebody();
    const message = carrierInbound({ from, receivedAt: NOON });
    await Promise.all([1, 2, 3].map(() => receive(db(), "test", [message], NOON)));
    await receive(db(), "test", [message], later(1));
    expect(await deliveries()).toHaveLength(1);
    await take(from, "Order 13", later(2));
    expect(await deliveries()).toHaveLength(2);
    expect(await db().prisma.autoReply.count({ where: { accountId: own.accountId } })).toBe(1);
  });

  it("is not there without its message in", async () => {
    await sender();
    const from = await somebody();
    const message = carrierInbound({ from, receivedAt: NOON });
    await db().query(sql`
      create function no_action() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await db().query(
      sql`create trigger no_action before insert on rule_actions for each row execute function no_action()`,
    );
    await expect(receive(db(), "test", [message], NOON)).rejects.toThrow();
    await db().query(sql`drop function no_action cascade`);
    expect(await deliveries()).toEqual([]);
    expect(await receive(db(), "test", [message], NOON)).toMatchObject({ stored: 1 });
    expect(await deliveries()).toHaveLength(1);
  });

  it("is kept while the endpoint is paused", async () => {
    const { id } = await sender();
    await db().transaction((tx) => pauseEndpoint(tx, own.accountId, id, NOON));
    await take(await somebody());
    expect(await deliveries()).toMatchObject([{ state: "pending", dueAt: null }]);
  });

  it("goes to no endpoint of another account, and opt-outs go nowhere", async () => {
    const other = await testAccount();
    const theirs = await furtherEndpoint(other.accountId, { eventTypes: ["optout.changed"] });
    await testRule(own.accountId, { text: "", sendTo: theirs.id });
    await take(await somebody());
    expect(await db().prisma.webhookDelivery.count()).toBe(0);
    await db().prisma.replyRule.deleteMany({ where: { accountId: own.accountId } });
    await sender({}, { eventTypes: ["message.report"] });
    await take(await somebody(), "STOP");
    expect(await deliveries()).toEqual([]);
  });
});

it("the conversation names what a rule did, and what it is about to do", async () => {
  const list = await contactList(own, "VIP");
  const { id } = await sender({ forward: true, addTo: list, tag: "Order" });
  const from = await somebody();
  await take(from);
  const { name } = await db().prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  const done = async () => {
    const asked = { number: from, limit: 10 };
    const { messages } = await readConversation(db(), own.accountId, asked, NOON);
    return messages.map((message) => (message.direction === "in" ? message.done : null));
  };
  const first = { rule: "Orders", emailed: true, sentTo: name, removedFrom: null, note: null };
  expect(await done()).toEqual([{ ...first, addedTo: null, tagged: null, isWaiting: true }, null]);
  const mark = () => readChangeMark(db(), { accountId: own.accountId, isAdmin: false });
  const before = await mark();
  await makeDueChanges(db(), NOON);
  expect(changedBetween(before, await mark())).toEqual(["inbox"]);
  expect(await done()).toEqual([{ ...first, addedTo: "VIP", tagged: "Order", isWaiting: false }, null]);
});

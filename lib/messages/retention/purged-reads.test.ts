import { beforeAll, expect, it } from "vitest";
import { moQueryRequest } from "@/lib/contracts/gateway/mo-query";
import { statusQueryRequest } from "@/lib/contracts/gateway/status-query";
import { listDeliveries as listDeliveriesOperation } from "@/lib/contracts/members/webhooks";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { listConversations } from "@/lib/inbound/list-conversations";
import { queryInbound } from "@/lib/inbound/query-inbound";
import { readConversation } from "@/lib/inbound/read-conversation";
import { report } from "@/lib/messages/dispatch/report";
import { listMessages } from "@/lib/messages/query/list-messages";
import { queryStatus } from "@/lib/messages/query/query-status";
import { readMessage } from "@/lib/messages/query/read-message";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";
import { readDelivery } from "@/lib/webhooks/read-delivery";
import { agedInbound, agedMessage } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { NO_NIGHT, TEST_SECRET } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const BEFORE = new Date("2026-09-01T00:00:00Z");
const [OLD, NEW] = [new Date("2026-08-20T00:00:00Z"), new Date("2026-11-10T00:00:00Z")];
const [BOTH, OLD_ONLY] = ["64211000001", "64211000002"];

let accountId: number;
let gone: string;
let kept: string;
let answer: string;
let delivery: string;
beforeAll(async () => {
  accountId = (await testAccount()).accountId;
  gone = await agedMessage(accountId, OLD, { customerMessageId: "order-1", item: { msisdn: BOTH } });
  await db().prisma.carrierSubmission.create({
    data: { messageId: gone, carrier: "test", reference: "ref-1", submittedAt: OLD },
  });
  kept = await agedMessage(accountId, NEW, { customerMessageId: "order-1", item: { msisdn: BOTH } });
  await agedInbound(accountId, OLD, { msisdn: BOTH, relatedMessageId: gone });
  await agedInbound(accountId, OLD, { msisdn: OLD_ONLY });
  answer = await agedInbound(accountId, NEW, { msisdn: BOTH, relatedMessageId: gone });
  delivery = newId();
  const event = { accountId, body: "{}", createdAt: NEW };
  await db().prisma.webhookDelivery.createMany({
    data: [
      { ...event, id: newId(), kind: "report", messageId: gone },
      { ...event, id: delivery, kind: "inbound", inboundId: answer },
    ],
  });
  expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 2 });
});

it("a deleted message is not there, as one that never was", async () => {
  await expect(
    readMessage(db(), accountId, gone, { quiet: NO_NIGHT, now: NOW, isAdmin: false }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  const { messages } = await listMessages(db(), accountId, { limit: 25 }, NOW);
  expect(messages.map(({ id }) => id)).toEqual([kept]);
});

it("the status query finds what is left, by either id", async () => {
  const ask = (parameters: object) => queryStatus(db(), accountId, statusQueryRequest.parse(parameters), NOW);
  expect(await ask({ message_id: `${gone},${kept}` })).toMatchObject({
    messages: [{ message_id: kept }],
    notFound: [gone],
  });
  expect((await ask({ messageId: "order-1" })).messages).toMatchObject([{ message_id: kept }]);
});

it("a conversation has what is left of it, and is none without", async () => {
  const { conversations } = await listConversations(db(), accountId, { limit: 25 });
  expect(conversations.map(({ number }) => number)).toEqual([BOTH]);
  const { messages } = await readConversation(db(), accountId, { number: BOTH, limit: 25 }, NOW);
  expect(messages.map(({ id }) => id).toSorted()).toEqual([kept, answer].toSorted());
  const none = readConversation(db(), accountId, { number: OLD_ONLY, limit: 25 }, NOW);
  await expect(none).rejects.toMatchObject({ code: "not_found" });
  const query = await queryInbound(db(), accountId, moQueryRequest.parse({}));
  expect(query.messages.map(({ messageId }) => messageId)).toEqual([answer]);
  expect(query.messages[0]).not.toHaveProperty("relatedMessageId");
});

it("of the events those are left whose message is, and lead to no deleted one", async () => {
  const asked = listDeliveriesOperation.request.parse({});
  const { deliveries } = await listDeliveries(db(), accountId, asked);
  expect(deliveries.map(({ id }) => id)).toEqual([delivery]);
  expect(await readDelivery(db(), { accountId, id: delivery }, TEST_SECRET, NOW)).toMatchObject({
    messageId: null,
  });
});

it("a report that comes after all belongs to no message", async () => {
  const late = { reference: "ref-1", key: newId(), code: 1, reportedAt: NOW };
  expect(await report(db(), "test", [late], NOW)).toMatchObject({ unmatched: 1 });
});

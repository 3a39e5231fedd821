import { beforeEach, describe, expect, it } from "vitest";
import { readChangeMark } from "@/lib/accounts/read-changes";
import { countAsSent } from "@/lib/backup/tables.sql";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { readConversation } from "@/lib/inbound/read-conversation";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { cancelMessages } from "@/lib/messages/cancel/cancel-messages";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { endUnreported } from "@/lib/messages/dispatch/finish/missing-reports";
import { report } from "@/lib/messages/dispatch/report";
import { countMessages } from "@/lib/messages/query/count-messages";
import { countStatement } from "@/lib/messages/query/count-messages.sql";
import { readExport } from "@/lib/messages/query/export-messages";
import { listMessages } from "@/lib/messages/query/list-messages";
import { queryStatus } from "@/lib/messages/query/query-status";
import { readMessage } from "@/lib/messages/query/read-message";
import { searchAllMessages } from "@/lib/messages/search/all-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { readSearch } from "@/lib/messages/search/search-terms";
import { type SendGroupRow, sendGroupsStatement } from "@/lib/messages/sends/read-send.sql";
import type { DeliveryStatus } from "@/lib/sms/status";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { agedInbound } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { looksInto } from "@/tests/support/database/plans";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile } from "@/tests/support/inbound";
import { emptyQueue, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const QUIET = { start: "00:00", end: "00:00" };

type TestMessage = { accountId: number; id: string; msisdn: string };

/** Creates a message that waits for a carrier. */
async function waiting(overrides: Partial<Submission> = {}): Promise<TestMessage> {
  const { accountId } = await testAccount();
  const item = testItem({ msisdn: newMobile() });
  const submission = testSubmission(accountId, { items: [item], customerMessageId: "order-7", ...overrides });
  await accept(db(), [submission], NOW, () => "");
  return { accountId, id: item.id, msisdn: item.msisdn };
}

/** Creates a message that the carrier has, with the returned references: by default one for the whole. */
async function taken(
  overrides: Partial<Submission> = {},
  referencesOf = (id: string) => [id],
): Promise<TestMessage> {
  const message = await waiting(overrides);
  const carrier = carrierNamed("test", 100, async (batch) =>
    batch.map(({ id }) => accepted(id, ...referencesOf(id))),
  );
  await dispatch(db(), carrier, NOW, BY_DAY);
  return message;
}

const give = (reference: string, code: number, seconds: number) =>
  report(db(), "test", [{ reference, key: `${code}@${seconds}`, code, reportedAt: later(seconds) }], NOW);

/** Returns the status of the only message, from each function that reads it. */
async function toldOf({ accountId, id, msisdn }: TestMessage) {
  const now = later(60);
  const page = { limit: 10 };
  const queried = async (request: object) => {
    const { messages } = await queryStatus(db(), accountId, { page: 1, limit: 10, ...request }, now);
    return messages.map((message) => message.status);
  };
  const stretch = { filter: {}, after: undefined, size: 10, now };
  const search = { search: msisdn, terms: readSearch(msisdn) };
  const states = (messages: { state: unknown }[]) => messages.map(({ state }) => state);
  return {
    asked: await queried({ message_id: id }),
    askedByOwnId: await queried({ messageId: "order-7" }),
    askedByMonth: await queried({}),
    listed: states((await listMessages(db(), accountId, page, now)).messages),
    exported: (await readExport(db(), { accountId, ...stretch })).map(({ status }) => status),
    read: [(await readMessage(db(), accountId, id, { quiet: QUIET, now, isAdmin: false })).message.state],
    found: states((await db().transaction((tx) => searchMessages(tx, accountId, search, now))).messages),
    foundByAll: states((await searchAllMessages(db(), { ...page, search: msisdn }, now)).messages),
    ofConversation: states(
      (await readConversation(db(), accountId, { number: msisdn, ...page }, now)).messages.flatMap(
        (message) => ("state" in message ? [message] : []),
      ),
    ),
    ofCancelling: (await cancelMessages(db(), accountId, { message_id: id }, now)).messages.map(
      ({ status }) => status,
    ),
    ofSend: states(await db().query<SendGroupRow>(sendGroupsStatement(accountId, id, now))),
  };
}

/** Counts the messages of an account with a status, by each function that searches for it. */
async function havingStatus({ accountId, msisdn }: TestMessage, status: DeliveryStatus) {
  const now = later(60);
  const asked = async (request: object) =>
    (await queryStatus(db(), accountId, { page: 1, limit: 10, status, ...request }, now)).messages.length;
  const searched = await searchAllMessages(db(), { limit: 10, search: msisdn, status }, now);
  return [
    (await listMessages(db(), accountId, { limit: 10, status }, now)).messages.length,
    (await listMessages(db(), accountId, { limit: 10, status, search: msisdn }, now)).messages.length,
    (await countMessages(db(), accountId, { status }, now)).count,
    await asked({}),
    await asked({ to: msisdn }),
    searched.messages.length,
  ];
}

/** Returns the row of a message as it is stored: `xmin` is the transaction that wrote it. */
const rowOf = async ({ id }: TestMessage) =>
  (await db().query(sql`select xmin::text, ctid::text, status from messages where id = ${id}::uuid`))[0];

describe("a report that ends nothing", () => {
  it("leaves the message's row as it is, and everybody is told of it who asks", async () => {
    const message = await taken();
    const { accountId, id, msisdn } = message;
    await agedInbound(accountId, NOW, { msisdn });
    await db().prisma.bulkSend.create({ data: { id, accountId, acceptedAt: NOW, messageIds: [id] } });
    const everywhere = async () => [...new Set(Object.values(await toldOf(message)).map(String))];
    const row = await rowOf(message);

    for (const [code, seconds, status] of [
      [8, 5, "ACCEPTD"],
      [4, 6, "QUEUED"],
      [8, 3, "QUEUED"],
      [77, 7, "UNKNOWN"],
    ] as const) {
      await give(id, code, seconds);
      if (status !== "UNKNOWN") expect(await rowOf(message)).toEqual(row);
      expect(await everywhere()).toEqual([status]);
      expect(await havingStatus(message, status)).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await havingStatus(message, "PENDING")).toEqual([0, 0, 0, 0, 0, 0]);
    }

    await give(id, 1, 8);
    await give(id, 4, 9);
    expect(await everywhere()).toEqual(["DELIVRD"]);
    expect(await havingStatus(message, "DELIVRD")).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await havingStatus(message, "QUEUED")).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("is looked for only where a network was given the message", async () => {
    const { accountId } = await taken();
    const items = Array.from({ length: 20 }, () => testItem({ dueAt: later(60) }));
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    const count = countStatement(accountId, { status: "PENDING" }, NOW);
    expect(await db().query(count)).toEqual([{ count: 21, isMore: false }]);
    expect(await looksInto(db(), "delivery_reports", count)).toBe(1);
  });

  it("is told with its code and time", async () => {
    const { accountId, id } = await taken();
    await give(id, 4, 6);
    const { messages } = await queryStatus(
      db(),
      accountId,
      { page: 1, limit: 10, message_id: id },
      later(60),
    );
    expect(messages).toMatchObject([{ status: "QUEUED", statusCode: 4, statusTime: "2026-11-21 12:00:06" }]);
  });

  it("changes what open pages compare, each time", async () => {
    const { accountId, id } = await taken();
    const mark = () => readChangeMark(db(), { accountId, isAdmin: false });
    const marks = [await mark()];
    for (const seconds of [5, 6]) {
      await give(id, 8, seconds);
      marks.push(await mark());
    }
    expect(await mark()).toBe(marks.at(-1));
    expect(new Set(marks).size).toBe(3);
  });
});

describe("a message that the server may have sent whose backup was restored", () => {
  it("is found by its status once no report has come of it", async () => {
    const message = await waiting();
    const values = [NOW, NOW];
    await db().query({ text: countAsSent(["20261122000000_message_queue"]), values });
    await endUnreported(db(), later(3 * 86_400));
    expect(await havingStatus(message, "UNKNOWN")).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await havingStatus(message, "PENDING")).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe("a message whose parts are reported on one by one", () => {
  it("shows what its account was told, with its code and time", async () => {
    const parts = (id: string) => [`${id} 0`, `${id} 1`, `${id} 2`];
    const message = await taken({ body: "a".repeat(400), parts: 3 }, parts);
    const { accountId, id } = message;
    const shown = async () => {
      const { messages } = await queryStatus(db(), accountId, { page: 1, limit: 10, message_id: id }, NOW);
      return messages.map(({ status, statusCode, statusTime }) => [status, statusCode, statusTime]);
    };
    await give(`${id} 0`, 8, 5);
    await give(`${id} 1`, 8, 7);
    expect(await shown()).toEqual([["ACCEPTD", 8, "2026-11-21 12:00:05"]]);
    await give(`${id} 2`, 4, 6);
    expect(await shown()).toEqual([["QUEUED", 4, "2026-11-21 12:00:06"]]);
    expect(await havingStatus(message, "QUEUED")).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

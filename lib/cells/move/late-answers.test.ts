import { beforeAll, describe, expect, it } from "vitest";
import { writeWhereLeasesAre } from "@/lib/db/cells/while-moving";
import { type Database, db } from "@/lib/db/client";
import { acceptWith } from "@/lib/messages/accept/accept";
import { expired, finishOf } from "@/lib/messages/dispatch/finish/finish-of";
import { recordInTheirCells } from "@/lib/messages/dispatch/finish/record-finished";
import { returnToQueue } from "@/lib/messages/hand-over/hand-leased";
import { LEASE_MS, type LeasedMessage } from "@/lib/queue/leased";
import { flushRequestLogs, logRequest } from "@/lib/requests/request-log";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { leasesOf, testItem, testSubmission } from "@/tests/support/database/submission";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { loggedRequest } from "@/tests/support/requests";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestCells();

let accountId: number;
beforeAll(async () => {
  ({ accountId } = await testAccount());
});

/** Accepts a message in a cell, which this process is to hand over. */
async function leasedIn(cell: Database): Promise<LeasedMessage> {
  const now = new Date();
  const lease = new Date(now.getTime() + LEASE_MS);
  const item = testItem({ dueAt: now });
  const submission = testSubmission(accountId, { items: [item] });
  const terms = {
    now,
    render: () => "",
    locking: "wait",
    leases: leasesOf(submission, lease),
  } as const;
  await acceptWith(cell, [submission], terms);
  return {
    id: item.id,
    accountId,
    acceptedAt: now,
    lease,
    firstTriedAt: now,
    attempts: 1,
    window: null,
    sender: submission.sender,
    msisdn: item.msisdn,
    body: submission.body,
    encryptedBody: null,
    encoding: submission.encoding,
    sendType: submission.sendType,
    messageClass: submission.messageClass,
    network: null,
    already: [],
    unknownSince: null,
    tried: [],
    putOff: 0,
    validUntil: new Date(now.getTime() + 86_400_000),
  };
}

const finished = (message: LeasedMessage) => {
  const at = new Date();
  const accepted = { id: message.id, outcome: "accepted" as const, references: [`of ${message.id}`] };
  return finishOf(message, accepted, { isIdempotent: true, next: () => null }, { at, answeredAt: at });
};

/** Moves the account, and runs work at one step of the move. */
async function moveWith(to: number, at: string, work: () => Promise<unknown>): Promise<unknown> {
  let done: Promise<unknown> | undefined;
  const step = async (name: string) => {
    if (name === at) done ??= work();
  };
  await moveAccount(accountId, to, { step });
  return done;
}

describe("a network's answer to a message of an account that moves", () => {
  it.each([
    ["hold", 2],
    ["close", 3],
    ["open", 1],
    ["remake", 2],
    ["end", 3],
  ])("is recorded once where the account is, when it comes at the step %s", async (step, to) => {
    const from = openCell(to === 1 ? 3 : to - 1);
    const message = await leasedIn(from);
    const left = await moveWith(to, step, () =>
      recordInTheirCells(from, [finished(message)], "simulator", new Date()),
    );
    expect(left).toEqual([]);
    const [found] = (await messagesOf(accountId)).filter(({ id }) => id === message.id);
    expect(found).toMatchObject({ carrier: "simulator", carrierReference: `of ${message.id}`, dueAt: null });
    expect(await openCell(to).prisma.carrierSubmission.count({ where: { messageId: message.id } })).toBe(1);
  });

  it("that could not be handed over returns to the queue of the cell that it is in", async () => {
    const [from, to] = [openCell(3), openCell(1)];
    const message = await leasedIn(from);
    await moveWith(1, "close", () => returnToQueue(from, [message]));
    expect(await to.prisma.queuedMessage.findMany({ where: { messageId: message.id } })).toMatchObject([
      { dueAt: message.acceptedAt, attempts: 0, firstTriedAt: null },
    ]);
    await moveAccount(accountId, 3);
  });

  it("is left alone where another worker has the lease by then", async () => {
    const message = await leasedIn(openCell(3));
    const other = { ...message, lease: new Date(message.lease.getTime() + 1) };
    const left = await recordInTheirCells(openCell(3), [expired(other, new Date())], "simulator", new Date());
    expect(left).toEqual([message.id]);
  });
});

it("what a lease was for is written in the cell that it has gone to", async () => {
  const { id } = await openCell(3)
    .prisma.email.findFirstOrThrow({ where: { accountId } })
    .catch(() =>
      openCell(3).prisma.email.create({
        data: {
          id: crypto.randomUUID(),
          accountId,
          kind: "low_balance",
          details: {},
          createdAt: new Date(),
          dueAt: new Date(Date.now() + 60_000),
        },
      }),
    );
  const cells: number[] = [];
  const write = async (cell: Database) => {
    const { count } = await cell.prisma.email.updateMany({
      where: { id, dueAt: { not: null } },
      data: { dueAt: null, sentAt: new Date() },
    });
    if (count > 0) cells.push(cell.cell);
    return count > 0 ? [] : [id];
  };
  const items = [{ id, accountId }];
  expect(await moveWith(1, "close", () => writeWhereLeasesAre(openCell(3), items, write))).toEqual([]);
  expect(cells).toEqual([1]);
});

it("lines of the log of requests that were gathered before the move are written after it", async () => {
  const request = loggedRequest({ accountId, at: new Date(), status: 200, path: "/gateway/sms/balance" });
  const from = db();
  await moveWith(2, "open", async () => {
    logRequest(from, accountId, "done", () => request);
    await flushRequestLogs();
  });
  const kept = { where: { accountId, requestId: request.requestId } };
  const counts = await Promise.all([1, 2].map((cell) => openCell(cell).prisma.apiRequest.count(kept)));
  expect(counts).toEqual([0, 1]);
});

it("a message that is accepted while its account moves keeps its lease, and goes along", async () => {
  const [from, to] = [openCell(2), openCell(3)];
  let message: LeasedMessage | undefined;
  await moveWith(3, "compare all", async () => {
    message = await leasedIn(from);
  });
  const { id, lease } = message as LeasedMessage;
  const rows = await to.prisma.queuedMessage.findMany({ where: { messageId: id } });
  expect(rows).toMatchObject([{ dueAt: lease, attempts: 1 }]);
  const left = await recordInTheirCells(from, [finished(message as LeasedMessage)], "simulator", new Date());
  expect(left).toEqual([]);
  expect(await to.prisma.carrierSubmission.count({ where: { messageId: id } })).toBe(1);
  expect(await to.prisma.queuedMessage.findMany({ where: { messageId: id } })).toMatchObject([
    { dueAt: null },
  ]);
  expect(await from.prisma.queuedMessage.count({ where: { accountId } })).toBe(0);
});

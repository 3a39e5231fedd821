import { expect, it } from "vitest";
import { AccountMovedError } from "@/lib/db/unavailable";
import { accept } from "@/lib/messages/accept/accept";
import { cancelMessages } from "@/lib/messages/cancel/cancel-messages";
import { cancelLeft, cancelSend } from "@/lib/messages/cancel/cancel-send";
import { pauseSend } from "@/lib/messages/pause/pause-send";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { keepSend } from "@/tests/support/keep-send";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestCells();

const NOW = new Date("2026-11-20T23:00:00Z");
const LATER = new Date("2026-11-30T20:00:00Z");
const FULL = 10_000_000n;

/** Creates an account at home with a scheduled send. */
async function accountWithSend() {
  const { accountId } = await testAccount({ balanceMicros: FULL });
  const items = [1, 2].map(() => testItem({ dueAt: LATER, sendAt: LATER }));
  await accept(openCell(1), [testSubmission(accountId, { items })], NOW, () => "");
  const [first = "", ...others] = items.map(({ id }) => id);
  const ids: [string, ...string[]] = [first, ...others];
  const send = await keepSend(openCell(1), accountId, ids, { acceptedAt: NOW, sendAt: LATER });
  return { accountId, ids, send };
}

type ScheduledSend = Awaited<ReturnType<typeof accountWithSend>>;

const cancelBy = (cell: number, { accountId, ids }: ScheduledSend) =>
  cancelMessages(openCell(cell), accountId, { message_id: ids.join(",") }, NOW);
const pauseBy = (cell: number, { accountId, send }: ScheduledSend) =>
  openCell(cell).transaction((tx) => pauseSend(tx, accountId, send, NOW));
const cancelSendBy = (cell: number, { accountId, send }: ScheduledSend) =>
  openCell(cell).transaction((tx) => cancelSend(tx, accountId, send, NOW));

/** Moves an account to cell 2, and calls it at one of the command's steps. @returns each response, or its error. */
async function moveAsking(
  { accountId }: ScheduledSend,
  at: string,
  ask: () => readonly Promise<unknown>[],
): Promise<PromiseSettledResult<unknown>[]> {
  let answers: PromiseSettledResult<unknown>[] = [];
  const step = async (name: string) => {
    if (name === at) answers = await Promise.allSettled(ask());
  };
  await moveAccount(accountId, 2, { step });
  return answers;
}

const MOVED = { status: "rejected", reason: expect.any(AccountMovedError) };
const cancelled = (sent: ScheduledSend) =>
  sent.ids.map((id) => expect.objectContaining({ message_id: id, cancelled: true }));

it("is sent to the other cell where the account was, also once its queue is gone from there", async () => {
  const sent = await accountWithSend();
  const asked = () => [cancelBy(1, sent), pauseBy(1, sent), cancelSendBy(1, sent)];
  expect(await moveAsking(sent, "wait", asked)).toEqual([MOVED, MOVED, MOVED]);
  expect((await cancelBy(2, sent)).messages).toEqual(cancelled(sent));
  expect(await books(sent.accountId)).toMatchObject({ balance: FULL, ledger: FULL });
});

it("is sent to the other cell with what is paused, for which no money goes back", async () => {
  const sent = await accountWithSend();
  expect(await pauseBy(1, sent)).toBe(2);
  expect(await moveAsking(sent, "commit", () => [cancelBy(1, sent)])).toEqual([MOVED]);
  expect((await cancelBy(2, sent)).messages).toEqual(cancelled(sent));
  expect(await books(sent.accountId)).toMatchObject({ balance: FULL, ledger: FULL });
});

it("goes on by the sweep where the account is, and comes to an end where a copy of it is", async () => {
  const sent = await accountWithSend();
  await pauseBy(1, sent);
  await openCell(1).prisma.bulkSend.update({ where: { id: sent.send }, data: { cancellingSince: NOW } });
  const swept = await moveAsking(sent, "hold", () => [cancelLeft(openCell(2), NOW)]);
  expect(swept).toEqual([{ status: "fulfilled", value: undefined }]);
  const left = () => openCell(2).prisma.queuedMessage.count({ where: { accountId: sent.accountId } });
  expect(await left()).toBe(2);
  await cancelLeft(openCell(2), NOW);
  expect(await left()).toBe(0);
});

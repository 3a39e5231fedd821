import type { Transaction } from "@/lib/db/client";
import { toColumns } from "@/lib/db/parameters";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { setResumedStatement } from "@/lib/messages/pause/pause.sql";
import { lockSend } from "@/lib/messages/pause/pause-send";
import {
  chargeAgainStatement,
  countPausedStatement,
  detachStatement,
  lockBalanceStatement,
  lockPausedStatement,
  type PausedRow,
  resumeStatement,
} from "@/lib/messages/pause/resume.sql";
import { type Opening, openingsOf } from "@/lib/messages/window/openings";
import { formatMoney, toDecimal } from "@/lib/money";
import { readWindow } from "@/lib/sms/delivery-window";
import { keepsQuietHours, type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

/**
 * Returns the paused messages of a send to the queue, and charges their original price again: all or none, in one
 * transaction (rules: resuming, debits). Each message keeps its time. If that has passed, the message is sent at
 * once, or when the night has ended and its delivery window is open.
 * @param tx a transaction: it keeps the account, the send and the messages locked, in this order.
 * @returns the number of resumed messages.
 * @throws GatewayError `not_found`, `conflict` if it is not paused, or `insufficient_funds`.
 */
export async function resumeSend(
  tx: Transaction,
  accountId: number,
  id: string,
  { now, quiet }: { now: Date; quiet: QuietHours },
): Promise<number> {
  const { pausedSince } = await lockSend(tx, accountId, id);
  if (pausedSince === null) throw new GatewayError("conflict", "This send isn’t paused.");
  const paused = await lockPaused(tx, accountId, id);
  await requireBalance(tx, accountId, paused);
  const dueAtOf = dueTimes(now, quiet);
  const columns = await toColumns(paused, {
    id: (message) => message.id,
    entryId: (message) => message.entryId,
    newEntryId: newId,
    dueAt: dueAtOf,
  });
  await tx.query(detachStatement(columns.entryId));
  await tx.query(chargeAgainStatement(columns.entryId, columns.newEntryId, now));
  await tx.query(resumeStatement(columns.id, columns.dueAt, now));
  await tx.query(setResumedStatement(id));
  tx.wake("dispatch");
  return paused.length;
}

/**
 * Locks the paused messages of a send. @throws GatewayError `conflict` if another transaction is changing some of
 * them.
 */
async function lockPaused(tx: Transaction, accountId: number, id: string): Promise<PausedRow[]> {
  const paused = await tx.query<PausedRow>(lockPausedStatement(accountId, id));
  const [row] = await tx.query<{ count: number }>(countPausedStatement(accountId, id));
  if (row?.count !== paused.length)
    throw new GatewayError(
      "conflict",
      "Some messages of this send are being changed. Try again in a moment.",
    );
  return paused;
}

/** Requires a balance that covers all messages. @throws GatewayError `insufficient_funds`. */
async function requireBalance(
  tx: Transaction,
  accountId: number,
  paused: readonly PausedRow[],
): Promise<void> {
  const micros = paused.reduce((sum, message) => sum + message.micros, 0n);
  const [account] = await tx.query<{ balanceMicros: bigint }>(lockBalanceStatement(accountId));
  const balance = account?.balanceMicros ?? 0n;
  if (micros <= balance) return;
  throw new GatewayError(
    "insufficient_funds",
    `Resuming costs ${formatMoney(toDecimal(micros))}, and your balance is ${formatMoney(toDecimal(balance))}. Nothing was resumed.`,
  );
}

/** Returns a function for the due time of a resumed message (rules: resuming, night queue, delivery windows). */
function dueTimes(now: Date, quiet: QuietHours): (message: PausedRow) => Date | null {
  const morning = releaseTime(now, quiet);
  const openings = new Map<string, Opening>();
  return ({ dueAt, window, msisdn, sendType }) => {
    if (dueAt === null || dueAt > now) return dueAt;
    if (window !== null) {
      const opening = openings.get(window) ?? openingsOf(readWindow(window), quiet);
      openings.set(window, opening);
      return opening({ msisdn, sendType }, now) ?? now;
    }
    return (keepsQuietHours(msisdn, sendType) ? morning : null) ?? now;
  };
}

import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import { lockRowStatement } from "@/lib/auth/sessions/sessions.sql";
import { tellEnd } from "@/lib/auth/sessions/view-lines";
import {
  holdAccountsStatement,
  lockSessionRowStatement,
  type StaleView,
  staleViewsStatement,
  untoldViewsStatement,
} from "@/lib/auth/sessions/views.sql";
import { tryAfterCommit } from "@/lib/db/after-commit";
import { cellOf } from "@/lib/db/cells/cells";
import type { Database, Transaction } from "@/lib/db/client";
import type { AccountViewModel } from "@/lib/db/generated/models";
import { newId } from "@/lib/ids";

/** Most views whose end a sweep writes down. */
const MAX_SWEPT = 100;

/** So long a view may be prepared; its server has been killed then. */
const PREPARED_MS = 5 * 60_000;

/** How a view ended, as the activity says it. */
const ENDS = {
  hand: "ended by the administrator",
  time: "the time was over",
  session: "the session ended",
  role: "no longer an administrator",
  unused: "nothing was shown",
};

export type ViewEnd = keyof typeof ENDS;

/** Which views: one, that of a session, or those of a person's sessions but for one. */
type ViewChoice =
  | { id: string; begun?: boolean }
  | { sessionId: string }
  | { administratorId: number; sessionId: { not: string } };

type Ending = { how: ViewEnd; address?: string };

/**
 * Ends views, and writes that down in the administrator's account and in the one that was viewed, in the same transaction
 * (rules: account views). Where that one is in another cell, this writes it down after the commit. One whose time is over
 * already ended then. Safe to repeat: each end is written once.
 * @param end.address from where it was ended; by default where the view began.
 */
export async function endViews(tx: Transaction, which: ViewChoice, end: Ending, now: Date): Promise<void> {
  const found = await tx.prisma.accountView.findMany({
    where: { ...which, endedAt: null },
    orderBy: { id: "asc" },
  });
  for (const view of found) {
    const { administratorId, accountId, sessionId } = view;
    const isHere = cellOf(accountId) === tx.cell;
    // Accounts are locked first, then the session: whatever ends a session takes them in this order.
    await tx.query(lockRowStatement(administratorId));
    if (isHere) await tx.query(holdAccountsStatement([accountId]));
    if (sessionId !== null) await tx.query(lockSessionRowStatement(sessionId));
    await endView(tx, { view, isHere }, end, now);
  }
}

async function endView(
  tx: Transaction,
  { view, isHere }: { view: AccountViewModel; isHere: boolean },
  { how, address }: Ending,
  now: Date,
): Promise<void> {
  const { id, administratorId, accountId, accountName, begun } = view;
  const isOver = view.endsAt <= now;
  const from = isOver ? NO_ADDRESS : (address ?? view.address);
  const [at, howEnded] = begun && isOver ? [view.endsAt, ENDS.time] : [now, ENDS[how]];
  const line = newId();
  const toTell = { endedAt: at, endedHow: howEnded, endedFrom: from, endedLine: line, sessionId: null };
  const { count } = isHere
    ? await tx.prisma.accountView.deleteMany({ where: { id, endedAt: null } })
    : await tx.prisma.accountView.updateMany({ where: { id, endedAt: null }, data: toTell });
  if (count === 0) return;
  if (!isHere)
    tx.afterCommit((own) => tellEnd(own, id), "an account will be told later that its view has ended");
  const actor = { accountId: administratorId, personId: administratorId, address: from };
  const ended = { action: "account_view_ended" as const, actor };
  if (isHere) await recordActivity(tx, { ...ended, id: line, accountId, details: { how: howEnded } }, at);
  // Of one that was prepared alone, nothing was written down here.
  if (!begun) return;
  const named = { account: `${accountName} (${accountId})`, how: howEnded };
  await recordActivity(tx, { ...ended, accountId: administratorId, details: named }, at);
}

/** Ends the view of a session at the wish of its administrator. Where there is none, nothing happens. */
export async function endOwnView(db: Database, sessionId: string, address: string, now: Date): Promise<void> {
  await db.transaction((tx) => endViews(tx, { sessionId }, { how: "hand", address }, now));
}

/**
 * Writes down the end of views that count no more and were not ended by hand: their time is over, their session is gone,
 * or who has them administers no more. Then it tells accounts of other cells what they were not told. For the sweep.
 */
export async function endStaleViews(db: Database, now: Date): Promise<void> {
  const times = { now, preparedBefore: new Date(now.getTime() - PREPARED_MS) };
  const stale = await db.query<StaleView>(staleViewsStatement(times, MAX_SWEPT));
  for (const { id, why } of stale)
    await db.transaction((tx) => endViews(tx, { id }, { how: why, address: NO_ADDRESS }, now));
  const untold = await db.query<{ id: string }>(untoldViewsStatement(MAX_SWEPT));
  // One whose cell is away keeps no other from being told.
  for (const { id } of untold)
    await tryAfterCommit(
      () => tellEnd(db, id),
      undefined,
      "an account will be told later that its view has ended",
    );
}

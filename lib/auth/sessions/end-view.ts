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

/** The most views that one sweep ends. */
const MAX_SWEPT = 100;

/** The longest preparation of a view. After that its server was killed. */
const PREPARED_MS = 5 * 60_000;

/** The words of a view's end in the activity. */
const ENDS = {
  hand: "ended by the administrator",
  time: "the time was over",
  session: "the session ended",
  role: "no longer an administrator",
  unused: "nothing was shown",
};

export type ViewEnd = keyof typeof ENDS;

/** The views to end: one, that of a session, or those of a person's sessions except one. */
type ViewChoice =
  | { id: string; begun?: boolean }
  | { sessionId: string }
  | { administratorId: number; sessionId: { not: string } };

type Ending = { how: ViewEnd; address?: string };

/**
 * Ends views, and records that in the administrator's account and in the viewed account, in the same transaction
 * (rules: account views). If the viewed account is in another cell, it is recorded there after the commit. A view
 * whose time is over ended at that time. Safe to repeat: each end is recorded once.
 * @param end.address the address of the end; by default the address of the view's beginning.
 */
export async function endViews(tx: Transaction, which: ViewChoice, end: Ending, now: Date): Promise<void> {
  const found = await tx.prisma.accountView.findMany({
    where: { ...which, endedAt: null },
    orderBy: { id: "asc" },
  });
  for (const view of found) {
    const { administratorId, accountId, sessionId } = view;
    const isHere = cellOf(accountId) === tx.cell;
    // Accounts are locked first, then the session: every end of a session locks them in this order.
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
    tx.afterCommit((own) => tellEnd(own, id), "the end of a view will be recorded in its account later");
  const actor = { accountId: administratorId, personId: administratorId, address: from };
  const ended = { action: "account_view_ended" as const, actor };
  if (isHere) await recordActivity(tx, { ...ended, id: line, accountId, details: { how: howEnded } }, at);
  // A view that was only prepared has no record here.
  if (!begun) return;
  const named = { account: `${accountName} (${accountId})`, how: howEnded };
  await recordActivity(tx, { ...ended, accountId: administratorId, details: named }, at);
}

/** Ends the view of a session for its administrator, if there is one. */
export async function endOwnView(db: Database, sessionId: string, address: string, now: Date): Promise<void> {
  await db.transaction((tx) => endViews(tx, { sessionId }, { how: "hand", address }, now));
}

/**
 * Ends views whose time is over, whose session was deleted, or whose administrator has lost the role. It then records
 * the ends of views in accounts of other cells that are not recorded yet. For the sweep.
 */
export async function endStaleViews(db: Database, now: Date): Promise<void> {
  const times = { now, preparedBefore: new Date(now.getTime() - PREPARED_MS) };
  const stale = await db.query<StaleView>(staleViewsStatement(times, MAX_SWEPT));
  for (const { id, why } of stale)
    await db.transaction((tx) => endViews(tx, { id }, { how: why, address: NO_ADDRESS }, now));
  const untold = await db.query<{ id: string }>(untoldViewsStatement(MAX_SWEPT));
  // An absent cell does not prevent the records in other cells.
  for (const { id } of untold)
    await tryAfterCommit(
      () => tellEnd(db, id),
      undefined,
      "the end of a view will be recorded in its account later",
    );
}

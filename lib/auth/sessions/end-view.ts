import { NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import { lockRowStatement } from "@/lib/auth/sessions/sessions.sql";
import {
  holdAccountsStatement,
  lockSessionRowStatement,
  type StaleView,
  staleViewsStatement,
} from "@/lib/auth/sessions/views.sql";
import type { Database, Transaction } from "@/lib/db/client";

/** Most views whose end a sweep writes down. */
const MAX_SWEPT = 100;

/** How a view ended, as the activity says it. */
const ENDS = {
  hand: "ended by the administrator",
  time: "the time was over",
  session: "the session ended",
  role: "no longer an administrator",
};

export type ViewEnd = keyof typeof ENDS;

/** Which views: one, that of a session, or those of a person's sessions but for one. */
type ViewChoice =
  | { id: string }
  | { sessionId: string }
  | { administratorId: number; sessionId: { not: string } };

/**
 * Ends views, and writes that down in the administrator's account and in the one that was viewed, in the same transaction
 * (rules: account views). One whose time is over already ended then. Safe to repeat: each end is written once.
 * @param end.address from where it was ended; by default where the view began.
 */
export async function endViews(
  tx: Transaction,
  which: ViewChoice,
  { how, address }: { how: ViewEnd; address?: string },
  now: Date,
): Promise<void> {
  const found = await tx.prisma.accountView.findMany({
    where: which,
    include: { account: { select: { name: true } } },
    orderBy: { id: "asc" },
  });
  for (const { account, ...view } of found) {
    const { id, administratorId, accountId, sessionId, endsAt } = view;
    // Accounts are locked first, then the session: whatever ends a session takes them in this order.
    await tx.query(lockRowStatement(administratorId));
    await tx.query(holdAccountsStatement([accountId]));
    if (sessionId !== null) await tx.query(lockSessionRowStatement(sessionId));
    const { count } = await tx.prisma.accountView.deleteMany({ where: { id } });
    if (count === 0) continue;
    const isOver = endsAt <= now;
    const from = isOver ? NO_ADDRESS : (address ?? view.address);
    const actor = { accountId: administratorId, personId: administratorId, address: from };
    const ended = { action: "account_view_ended" as const, actor };
    const [at, howEnded] = isOver ? [endsAt, ENDS.time] : [now, ENDS[how]];
    await recordActivity(tx, { ...ended, accountId, details: { how: howEnded } }, at);
    const named = { account: `${account.name} (${accountId})`, how: howEnded };
    await recordActivity(tx, { ...ended, accountId: administratorId, details: named }, at);
  }
}

/** Ends the view of a session at the wish of its administrator. Where there is none, nothing happens. */
export async function endOwnView(db: Database, sessionId: string, address: string, now: Date): Promise<void> {
  await db.transaction((tx) => endViews(tx, { sessionId }, { how: "hand", address }, now));
}

/**
 * Writes down the end of views that count no more and were not ended by hand: their time is over, their session is gone,
 * or who has them administers no more. For the sweep.
 */
export async function endStaleViews(db: Database, now: Date): Promise<void> {
  const stale = await db.query<StaleView>(staleViewsStatement(now, MAX_SWEPT));
  for (const { id, why } of stale)
    await db.transaction((tx) => endViews(tx, { id }, { how: why, address: NO_ADDRESS }, now));
}

import { noAccount } from "@/lib/accounts/read-account";
import { type Action, NO_ADDRESS, recordActivity } from "@/lib/activity/record-activity";
import { endViews } from "@/lib/auth/sessions/end-view";
import { lockSignIn, notSignedIn } from "@/lib/auth/sessions/lock-session";
import type { Member, SessionClaims } from "@/lib/auth/sessions/member";
import { inCellOf, recordBeginning } from "@/lib/auth/sessions/view-lines";
import { beginViewStatement, type NewView, openViewStatement } from "@/lib/auth/sessions/views.sql";
import { tryAfterCommit } from "@/lib/db/after-commit";
import { inTime } from "@/lib/db/cells/ask-cells";
import { databaseOfAccount, requireDatabaseOf } from "@/lib/db/cells/cells";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { databaseFailure, isMovedAway } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** The longest view of an account by an administrator (rules: account views). */
export const VIEW_MS = 30 * 60_000;

type ViewRequest = { accountId: number; reason: string; address: string };

/**
 * Lets an administrator's session show another account, until the view ends or `VIEW_MS` are over. The beginning and
 * the reason are recorded in both accounts in the same transaction. For an account in another cell, they are recorded
 * there before the view shows anything. If two views begin concurrently in one session, the second is rejected.
 * @param home the database of the session, which is home's.
 * @throws GatewayError `viewing_only` for a session that views an account; `not_found` for an unknown account;
 * `conflict` for the administrator's own; `forbidden` for a former administrator.
 * @throws GatewayError `invalid_credentials` for a session that has ended; `unavailable` while the account's cell does
 * not answer.
 */
export async function beginView(
  home: Database,
  session: SessionClaims,
  wanted: ViewRequest,
  now: Date,
): Promise<void> {
  const { accountId } = wanted;
  if (databaseOfAccount(home, accountId) !== home) return beginElsewhere(home, session, wanted, now);
  await home.transaction(async (tx) => {
    const { email } = await lockAdministrator(tx, session, accountId, now);
    const view = viewOf(session, wanted, await nameOf(tx, accountId), now);
    // An earlier view whose time is over may still exist.
    await endViews(tx, { sessionId: session.sessionId }, { how: "time" }, now);
    if ((await tx.query(beginViewStatement(view, session.sessionId))).length === 0) throw notSignedIn();
    await recordBeginning(tx, { ...view, email });
    await recordOwn(tx, view);
  });
}

/**
 * Does the same for an account of another cell. The view is prepared, its cell records the beginning, and then the
 * session gets the view. If the server is killed in between, the view shows nothing, and the sweep ends it.
 */
async function beginElsewhere(
  home: Database,
  session: SessionClaims,
  wanted: ViewRequest,
  now: Date,
): Promise<void> {
  const { accountId } = wanted;
  const accountName = await answering(() =>
    inTime(requireDatabaseOf(home, accountId), (cell) => nameOf(cell, accountId)),
  );
  const view = viewOf(session, wanted, accountName, now);
  const email = await home.transaction(async (tx) => {
    const administrator = await lockAdministrator(tx, session, accountId, now);
    await tx.prisma.accountView.create({ data: { ...view, begun: false } });
    return administrator.email;
  });
  try {
    await answering(() => inCellOf(home, accountId, (tx) => recordBeginning(tx, { ...view, email })));
    await home.transaction(async (tx) => {
      await lockAdministrator(tx, session, accountId, now);
      await endViews(tx, { sessionId: session.sessionId }, { how: "time" }, now);
      if ((await tx.query(openViewStatement(view.id, session.sessionId))).length === 0) throw notSignedIn();
      await recordOwn(tx, view);
    });
  } catch (error) {
    await giveUp(home, view.id, now);
    throw error;
  }
}

/** Ends a view that was prepared and not opened. A view that was opened after all stays. */
async function giveUp(home: Database, id: string, now: Date): Promise<void> {
  const end = { how: "unused" as const, address: NO_ADDRESS };
  await tryAfterCommit(
    () => home.transaction((tx) => endViews(tx, { id, begun: false }, end, now)),
    undefined,
    "the sweep will end a view that was not opened",
  );
}

async function lockAdministrator(
  tx: Transaction,
  session: SessionClaims,
  accountId: number,
  now: Date,
): Promise<Member> {
  const member = await lockSignIn(tx, session, now);
  if (!member.isAdmin) throw new GatewayError("forbidden", "This is for administrators.");
  if (accountId === session.personId) throw new GatewayError("conflict", "This is your own account.");
  return member;
}

/**
 * Returns the name of an account.
 * @throws GatewayError `not_found`.
 */
async function nameOf(db: Pick<Queryable, "prisma">, accountId: number): Promise<string> {
  const where = { id: accountId, hasAccount: true };
  const account = await db.prisma.account.findUnique({ where, select: { name: true } });
  if (!account) throw noAccount(accountId);
  return account.name;
}

function viewOf(
  { personId }: SessionClaims,
  { accountId, reason, address }: ViewRequest,
  accountName: string,
  now: Date,
): NewView {
  const endsAt = new Date(now.getTime() + VIEW_MS);
  return {
    id: newId(),
    administratorId: personId,
    accountId,
    accountName,
    reason,
    address,
    beganAt: now,
    endsAt,
  };
}

/** Records the beginning of a view in the administrator's own activity. */
async function recordOwn(tx: Transaction, view: NewView): Promise<void> {
  const { administratorId, accountId, accountName, reason, address, beganAt } = view;
  const actor = { accountId: administratorId, personId: administratorId, address };
  const details = { account: `${accountName} (${accountId})`, reason };
  const action: Action = "account_view_began";
  await recordActivity(tx, { accountId: administratorId, actor, action, details }, beganAt);
}

/**
 * Does work in a cell.
 * @throws GatewayError `unavailable` with a sentence about a cell that does not answer.
 */
async function answering<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (databaseFailure(error) === null || isMovedAway(error)) throw error;
    throw new GatewayError(
      "unavailable",
      "The cell of this account does not answer just now, so it can’t be viewed. Try again in a moment.",
      { "Retry-After": "1" },
    );
  }
}

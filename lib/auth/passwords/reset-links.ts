import { databaseOfEmail } from "@/lib/auth/directory/directory";
import {
  anyResetRequestStatement,
  deleteResetRequestsStatement,
  insertResetRequestStatement,
  lockByEmailStatement,
  type ResetRequestRow,
  takeResetRequestsStatement,
} from "@/lib/auth/passwords/reset-links.sql";
import { HOME_CELL } from "@/lib/cell-numbers";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTime } from "@/lib/db/cells/ask-cells";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { encryptedDetails, enqueueEmail } from "@/lib/email/enqueue";
import { newId, newToken } from "@/lib/ids";

// A job imports this module. The module that hashes passwords cannot be bundled with the jobs, so it is not imported
// here.

/** The lifetime of a link to choose a new password (rules: password links). */
export const RESET_LIFETIME_MS = 3_600_000;

/** The most valid links of an account. A person who requests more has one of these in the mailbox. */
const MAX_LINKS = 5;

/** The pause after a link before another is created. */
const RESET_PAUSE_MS = 60_000;

/** The requests for links in one transaction. */
const BATCH = 20;

/**
 * Finishes requests for links, the oldest first: it creates a link and its email if there is an account. Home passes
 * on requests for addresses of other cells (rules: cell directory). Any number of servers may run it concurrently.
 * @returns whether others may still wait.
 */
export async function sendResetLinks(db: Database, authSecret: string, now: Date): Promise<boolean> {
  // There is seldom one: a read is cheaper than a transaction.
  if ((await db.query(anyResetRequestStatement())).length === 0) return false;
  return db.transaction(async (tx) => {
    const taken = await tx.query<ResetRequestRow>(takeResetRequestsStatement(BATCH));
    if (taken.length === 0) return false;
    const { own, waiting } =
      db.cell === HOME_CELL ? await passOn(db, tx, taken, now) : { own: taken, waiting: 0 };
    // The order in which other workers lock the accounts.
    const emails = [...new Set(own.map(({ email }) => email))].sort();
    for (const email of emails) await sendLink(tx, { email, kind: "password_reset" }, authSecret, now);
    await tx.query(deleteResetRequestsStatement(taken.map(({ id }) => id)));
    // If all of them wait for their cells, there is no work at the moment.
    return taken.length === BATCH && waiting < BATCH;
  });
}

/**
 * Passes on requests for addresses of other cells, which finish them. A request for a cell that does not answer goes
 * to the end of the queue, for an hour. If the server is killed in between, the request is passed on again, which
 * creates no second link within a minute.
 * @returns home's own requests, and the number of requests that wait for their cells.
 */
async function passOn(
  home: Database,
  tx: Transaction,
  taken: readonly ResetRequestRow[],
  now: Date,
): Promise<{ own: ResetRequestRow[]; waiting: number }> {
  const own: ResetRequestRow[] = [];
  let waiting = 0;
  for (const request of taken) {
    const of = await databaseOfEmail(home, request.email, now);
    if (of.cell === HOME_CELL) own.push(request);
    else if (!(await passOnTo(of, request, now))) {
      waiting++;
      const { requestedAt, email } = request;
      const isOld = now.getTime() - requestedAt.getTime() >= RESET_LIFETIME_MS;
      if (!isOld) await tx.query(insertResetRequestStatement({ id: newId(), email }, requestedAt));
    }
  }
  return { own, waiting };
}

async function passOnTo(cell: Database, request: ResetRequestRow, now: Date): Promise<boolean> {
  try {
    await inTime(cell, () => cell.query(insertResetRequestStatement(request, now)));
    cell.wake("emails");
    return true;
  } catch (error) {
    logFailure(error, { cell: cell.cell }, "a link to choose a password waits for its cell");
    return false;
  }
}

/**
 * Creates a link and its email in one transaction: a link without its email would prevent others.
 * @returns whether it created one, according to `beginReset`.
 */
export async function sendLink(
  tx: Queryable,
  { email, kind }: { email: string; kind: "password_reset" | "welcome" },
  authSecret: string,
  now: Date,
): Promise<boolean> {
  const made = await beginReset(tx, email, now);
  if (!made) return false;
  const details = encryptedDetails({ token: made.token }, authSecret);
  await enqueueEmail(tx, { accountId: made.accountId, kind, details }, now);
  return true;
}

/**
 * Creates a link's token for a person who has forgotten the password. Earlier links stay valid. Otherwise a stranger
 * could request links again and again, and prevent the owner from using any.
 * @param tx a transaction that locks the account. The email with the link must be part of it.
 * @returns null if no such account may sign in, or it has just been sent a link, or has too many valid ones. The
 * caller must not reveal which.
 */
export async function beginReset(
  tx: Queryable,
  email: string,
  now: Date,
): Promise<{ accountId: number; token: string } | null> {
  const token = newToken(tx.cell);
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  const address = email.trim().toLowerCase();
  if (address.includes("\0")) return null;
  const [account] = await tx.query<{ accountId: number }>(lockByEmailStatement(address));
  if (!account) return null;
  const { accountId } = account;
  // The limit counts requests from all addresses: one email a minute. A link that was just sent stays valid.
  const links = tx.prisma.passwordReset;
  const pauseBegan = new Date(now.getTime() - RESET_PAUSE_MS);
  if ((await links.count({ where: { accountId, createdAt: { gt: pauseBegan } }, take: 1 })) > 0) return null;
  await links.deleteMany({ where: { accountId, expiresAt: { lte: now } } });
  if ((await links.count({ where: { accountId }, take: MAX_LINKS })) === MAX_LINKS) return null;
  await links.createMany({ data: { tokenHash: hashSecret(token), accountId, createdAt: now, expiresAt } });
  return { accountId, token };
}

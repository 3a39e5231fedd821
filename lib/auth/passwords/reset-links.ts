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

// A job is made of this: what hashes passwords stays out of it, since it cannot be bundled with the jobs.

/** How long a link to choose a new password works (rules: password links). */
export const RESET_LIFETIME_MS = 3_600_000;

/** Most links of an account that work at a time: who asks for more has one of these in the mailbox. */
const MAX_LINKS = 5;

/** How long after a link no other is made. */
const RESET_PAUSE_MS = 60_000;

/** Requests for links that one transaction works off. */
const BATCH = 20;

/**
 * Works off requests for links, the oldest first: a link and its email where there is an account, and nothing else.
 * Home passes on those for addresses of other cells (rules: cell directory). Any number of servers may do it at once.
 * @returns whether others may wait still.
 */
export async function sendResetLinks(db: Database, authSecret: string, now: Date): Promise<boolean> {
  // There is seldom one: a look is cheaper than a transaction.
  if ((await db.query(anyResetRequestStatement())).length === 0) return false;
  return db.transaction(async (tx) => {
    const taken = await tx.query<ResetRequestRow>(takeResetRequestsStatement(BATCH));
    if (taken.length === 0) return false;
    const { own, waiting } =
      db.cell === HOME_CELL ? await passOn(db, tx, taken, now) : { own: taken, waiting: 0 };
    // In the order in which any other worker locks the accounts.
    const emails = [...new Set(own.map(({ email }) => email))].sort();
    for (const email of emails) await sendLink(tx, { email, kind: "password_reset" }, authSecret, now);
    await tx.query(deleteResetRequestsStatement(taken.map(({ id }) => id)));
    // Where all of them wait for their cells, there is nothing to be done at once.
    return taken.length === BATCH && waiting < BATCH;
  });
}

/**
 * Passes on requests for addresses of other cells, which are then worked off there. What a cell that does not answer is to
 * have goes to the end of the line, for an hour. A server that is killed in between passes it on again: within a minute
 * that makes no other link.
 * @returns home's own, and how many wait for their cells.
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
 * A link and the email that carries it, in one transaction: a link that nobody is sent would keep others waiting.
 * @returns whether there is one, which `beginReset` decides.
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
 * Makes a link's token for who has forgotten the password (rules: password links). Those before work on: else
 * anybody could ask again and again, and keep the owner from using any.
 * @param tx a transaction: the account is locked in it, and the email with the link belongs into it.
 * @returns null where no such account may sign in, or it has just been sent a link, or has several that work.
 * Nobody is told.
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
  // Wherever it is asked from: one email a minute, and a link that has just been sent stays good.
  const links = tx.prisma.passwordReset;
  const pauseBegan = new Date(now.getTime() - RESET_PAUSE_MS);
  if ((await links.count({ where: { accountId, createdAt: { gt: pauseBegan } }, take: 1 })) > 0) return null;
  await links.deleteMany({ where: { accountId, expiresAt: { lte: now } } });
  if ((await links.count({ where: { accountId }, take: MAX_LINKS })) === MAX_LINKS) return null;
  await links.createMany({ data: { tokenHash: hashSecret(token), accountId, createdAt: now, expiresAt } });
  return { accountId, token };
}

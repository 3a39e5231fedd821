import {
  anyResetRequestStatement,
  deleteResetRequestsStatement,
  lockByEmailStatement,
  type ResetRequestRow,
  takeResetRequestsStatement,
} from "@/lib/auth/passwords/reset-links.sql";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database, Queryable } from "@/lib/db/client";
import { encryptedDetails, enqueueEmail } from "@/lib/email/enqueue";
import { newToken } from "@/lib/ids";

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
 * Any number of servers may do it at once.
 * @returns whether others may wait still.
 */
export async function sendResetLinks(db: Database, authSecret: string, now: Date): Promise<boolean> {
  // There is seldom one: a look is cheaper than a transaction.
  if ((await db.query(anyResetRequestStatement())).length === 0) return false;
  return db.transaction(async (tx) => {
    const taken = await tx.query<ResetRequestRow>(takeResetRequestsStatement(BATCH));
    if (taken.length === 0) return false;
    // In the order in which any other worker locks the accounts.
    const emails = [...new Set(taken.map(({ email }) => email))].sort();
    for (const email of emails) await sendLink(tx, { email, kind: "password_reset" }, authSecret, now);
    await tx.query(deleteResetRequestsStatement(taken.map(({ id }) => id)));
    return taken.length === BATCH;
  });
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

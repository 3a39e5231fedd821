import { countFailure } from "@/lib/accounts/auth-failures";
import { beginReset, resetPassword } from "@/lib/accounts/change-password";
import { createAccount } from "@/lib/accounts/create-account";
import { hashPassword } from "@/lib/accounts/passwords";
import type { Database, Queryable } from "@/lib/db/client";
import { enqueueEmail, sealedDetails } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";

/** From where somebody asks, and what links are sealed under. */
type Where = { address: string; authSecret: string };

/**
 * Sends a link to choose a new password, where there is such an account; the caller is not told whether. Each asking
 * counts against the limit of wrong log-ins, so that nobody fills another's mailbox.
 * @throws GatewayError `too_many_requests`.
 */
export async function sendResetLink(
  db: Database,
  email: string,
  { address, authSecret }: Where,
  now: Date,
): Promise<void> {
  await countFailure(db, { kind: "reset", name: email.trim().toLowerCase(), address }, now);
  await db.transaction((tx) => sendLink(tx, email, "password_reset", authSecret, now));
}

/** A link and the e-mail that carries it, in one transaction: a link that nobody is sent would keep others waiting. */
async function sendLink(
  tx: Queryable,
  email: string,
  kind: "password_reset" | "welcome",
  authSecret: string,
  now: Date,
): Promise<void> {
  const made = await beginReset(tx, email, now);
  if (!made) return;
  const details = sealedDetails({ token: made.token }, authSecret);
  await enqueueEmail(tx, made.accountId, kind, details, now);
}

/**
 * Makes an account and sends it a link to choose its first password, so that only who has the address can use it. Where
 * there is one with this address already, that one is sent a link as for a forgotten password; the caller is not told.
 * @throws GatewayError `invalid_request` for what no account may have, `too_many_requests`.
 */
export async function signUp(
  db: Database,
  given: { name: string; email: string; country: string },
  { address, authSecret }: Where,
  now: Date,
): Promise<void> {
  await countFailure(db, { kind: "reset", name: "sign-up", address }, now);
  const email = given.email.trim().toLowerCase();
  const existing = await db.prisma.account.findUnique({ where: { email }, select: { id: true } });
  // Who is there already takes as long as who is not; of two sign-ups at once the second finds the first.
  if (existing) await hashPassword(newToken());
  else {
    const made = await createAccount(db, { ...given, email, password: newToken() }, now, (tx) =>
      sendLink(tx, email, "welcome", authSecret, now),
    ).catch(unlessThere);
    if (made) return;
  }
  await db.transaction((tx) => sendLink(tx, email, "password_reset", authSecret, now));
}

/**
 * Sets a new password by a link, as `resetPassword` does; guesses at links are counted.
 * @throws GatewayError `invalid_parameter`, or `too_many_requests` for guesses at links.
 */
export async function choosePassword(
  db: Database,
  given: { token: string; password: string },
  address: string,
  now: Date,
): Promise<void> {
  await countFailure(db, { kind: "reset", name: "link", address }, now);
  await resetPassword(db, given, address, now);
}

/** An account that has been made in between is no failure. */
function unlessThere(error: unknown): null {
  if (error instanceof GatewayError && error.message.startsWith("There is already an account")) return null;
  throw error;
}

import { countFailure } from "@/lib/accounts/auth-failures";
import { beginReset, resetPassword } from "@/lib/accounts/change-password";
import { createAccount } from "@/lib/accounts/create-account";
import { hashPassword } from "@/lib/accounts/passwords";
import { recordActivity } from "@/lib/accounts/record-activity";
import type { Database } from "@/lib/db/client";
import { enqueueEmail, sealedDetails } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import { newToken } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";

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
  const made = await beginReset(db, email, now);
  if (!made) return;
  const details = sealedDetails({ token: made.token }, authSecret);
  await enqueueEmail(db, made.accountId, "password_reset", details, now);
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
  else await createAccount(db, { ...given, email, password: newToken() }, now).catch(unlessThere);
  const made = await beginReset(db, email, now);
  if (!made) return;
  const details = sealedDetails({ token: made.token }, authSecret);
  await enqueueEmail(db, made.accountId, existing ? "password_reset" : "welcome", details, now);
}

/**
 * Sets a new password by a link, and tells the account of it.
 * @throws GatewayError `invalid_parameter`, or `too_many_requests` for guesses at links.
 */
export async function choosePassword(
  db: Database,
  given: { token: string; password: string },
  address: string,
  now: Date,
): Promise<void> {
  await countFailure(db, { kind: "reset", name: "link", address }, now);
  const accountId = await resetPassword(db, given, now);
  await recordActivity(db, accountId, { accountId, address }, "password_reset", {}, now);
  await tellPasswordChanged(db, accountId, address, now);
}

/** Tells an account that its password has been changed. */
export async function tellPasswordChanged(
  db: Database,
  accountId: number,
  address: string,
  now: Date,
): Promise<void> {
  await enqueueEmail(db, accountId, "password_changed", { at: formatNz(now), address }, now);
}

/** An account that has been made in between is no failure. */
function unlessThere(error: unknown): void {
  if (!(error instanceof GatewayError && error.message.startsWith("There is already an account")))
    throw error;
}

import { countFailure } from "@/lib/accounts/auth-failures";
import { beginReset, resetPassword } from "@/lib/accounts/change-password";
import { recordActivity } from "@/lib/accounts/record-activity";
import type { Database } from "@/lib/db/client";
import { enqueueEmail, sealedDetails } from "@/lib/email/enqueue";
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

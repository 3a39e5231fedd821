import { lockAccount } from "@/lib/accounts/lock-account";
import { noAccount } from "@/lib/accounts/read-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { sendLink } from "@/lib/auth/passwords/reset-links";
import type { Database, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** The owner of the password: the account itself, or a person of it. */
type PasswordOwner = { accountId: number; personId: number };

/**
 * Sends a link to choose a new password to an account's own email address or to a person of the account
 * (rules: password links). The administrator sees neither link nor password, and two-factor authentication stays. A
 * person's link is recorded in the activity of the account, and of their own account if they have one.
 * @throws GatewayError `not_found`; `conflict` for a disabled account or person, after a recent link, and with too
 * many valid links.
 */
export async function sendAccountResetLink(
  db: Database,
  asked: PasswordOwner,
  actor: Actor,
  { authSecret, now }: { authSecret: string; now: Date },
): Promise<void> {
  const { accountId, personId } = asked;
  await db.transaction(async (tx) => {
    const { email, name, lines } = await (personId === accountId ? ownAddress : personsAddress)(tx, asked);
    if (!(await sendLink(tx, { email, kind: "password_reset" }, authSecret, now))) {
      throw new GatewayError(
        "conflict",
        `No link was sent. ${name} got one within the last minute, or has five that work.`,
      );
    }
    const details = personId === accountId ? {} : { person: email };
    for (const line of lines)
      await recordActivity(tx, { accountId: line, actor, action: "reset_link_sent", details }, now);
  });
}

/** The recipient of a link, the recipient's name, and the accounts that record it. */
type Address = { email: string; name: string; lines: readonly number[] };

async function ownAddress(tx: Transaction, { accountId }: PasswordOwner): Promise<Address> {
  const { isEnabled } = await lockAccount(tx, accountId);
  if (!isEnabled) throw new GatewayError("conflict", "This account is disabled.");
  const { email } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { email: true },
  });
  return { email, name: "The account", lines: [accountId] };
}

/** It locks no account: the creation of the link locks the person's row, and two rows are never locked at once. */
async function personsAddress(tx: Transaction, { accountId, personId }: PasswordOwner): Promise<Address> {
  const account = await tx.prisma.account.findUnique({
    where: { id: accountId, hasAccount: true },
    select: { status: true },
  });
  if (!account) throw noAccount(accountId);
  if (account.status !== "active") throw new GatewayError("conflict", "This account is disabled.");
  const membership = await tx.prisma.membership.findUnique({
    where: { accountId_personId: { accountId, personId } },
    select: { person: { select: { email: true, status: true, hasAccount: true } } },
  });
  if (!membership) throw new GatewayError("not_found", "This person does not belong to the account.");
  const { email, status, hasAccount } = membership.person;
  if (status !== "active") throw new GatewayError("conflict", "This person's own account is disabled.");
  return { email, name: "This person", lines: hasAccount ? [accountId, personId] : [accountId] };
}

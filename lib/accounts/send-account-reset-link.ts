import { lockAccount } from "@/lib/accounts/lock-account";
import { noAccount } from "@/lib/accounts/read-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import { sendLink } from "@/lib/auth/passwords/reset-links";
import type { Database, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** Whose password it is: the account's own, or that of a person who belongs to it. */
type Asked = { accountId: number; personId: number };

/**
 * Sends an account's own email address, or that of a person in it, a link to choose a new password, as they could ask for
 * themselves (rules: password links). The administrator sees neither link nor password, and two-factor authentication stays as
 * it is. A person's link is a line of the account's activity, and of their own account's where they have one.
 * @throws GatewayError `not_found`; `conflict` for a disabled account or person, and where they were just sent a link or have
 * several that work.
 */
export async function sendAccountResetLink(
  db: Database,
  asked: Asked,
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

/** Where a link goes, what its owner is called, and the accounts that read of it. */
type Address = { email: string; name: string; lines: readonly number[] };

async function ownAddress(tx: Transaction, { accountId }: Asked): Promise<Address> {
  const { isEnabled } = await lockAccount(tx, accountId);
  if (!isEnabled) throw new GatewayError("conflict", "This account is disabled.");
  const { email } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { email: true },
  });
  return { email, name: "The account", lines: [accountId] };
}

/** It locks no account: a person's row is locked when the link is made, and two are never locked at once. */
async function personsAddress(tx: Transaction, { accountId, personId }: Asked): Promise<Address> {
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

import { countPeopleStatement } from "@/lib/accounts/people/people.sql";
import { isElsewhere } from "@/lib/auth/directory/directory";
import { type Attempt, countFailure, takeBackFailure } from "@/lib/auth/limits/auth-failures";
import type { Role } from "@/lib/contracts/base/roles";
import { MAX_PEOPLE } from "@/lib/contracts/members/people/people";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { encryptedDetails, enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import { newId, newToken } from "@/lib/ids";

/** The lifetime of an invitation (rules: invitations). */
const INVITATION_MS = 7 * 24 * 3_600_000;

/** The pause between two emails to the same address for the same invitation. */
const RESEND_PAUSE_MS = 60_000;

/** The account that invites. */
type Inviting = { accountId: number; name: string };

/** The owner who invites a person to an account. */
type Inviter = Inviting & { personId: number };

/** The secret that encrypts emails with links, and the current time. */
type Sending = { authSecret: string; now: Date };

/** Returns an email address in its stored form: without surrounding spaces, and in small letters. */
export const storedEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Counts an invitation's email before it is sent, so that neither one account nor many fill mailboxes in the
 * service's name. An invitation that `requireNew` or `requireResendable` refuses sends no email, and is not counted.
 * @throws GatewayError `too_many_requests`.
 */
export async function countInvitation(
  db: Queryable,
  { accountId, email, address }: { accountId: number; email: string; address: string },
  now: Date,
): Promise<void> {
  const own: Attempt = { kind: "invitation", name: String(accountId), address };
  await countFailure(db, own, now);
  try {
    await countFailure(db, { kind: "invited", name: email, address }, now);
  } catch (error) {
    await takeBackFailure(db, own);
    throw error;
  }
}

/**
 * Checks that a person belongs only to accounts of this cell (rules: cell directory).
 * @throws GatewayError `conflict` for a person with an account in another cell.
 */
export async function requireNotElsewhere(db: Database, email: string): Promise<void> {
  if (!(await isElsewhere(db, email))) return;
  throw new GatewayError(
    "conflict",
    `${email} already signs in to an account that is kept apart from this one. Invite another address.`,
  );
}

/**
 * Checks that a person may be invited into an account.
 * @throws GatewayError `conflict` for a member, for an invited person, and for a full account.
 */
export async function requireNew(
  db: Queryable,
  { accountId, email }: { accountId: number; email: string },
  now: Date,
): Promise<void> {
  if ((await db.prisma.membership.count({ where: { accountId, person: { email } } })) > 0)
    throw new GatewayError("conflict", `${email} belongs to this account already.`);
  if ((await db.prisma.invitation.count({ where: { accountId, email, expiresAt: { gt: now } } })) > 0)
    throw new GatewayError("conflict", `${email} is invited already. Resend the invitation instead.`);
  const [counted] = await db.query<{ count: number }>(countPeopleStatement(accountId, now));
  if ((counted?.count ?? 0) >= MAX_PEOPLE) {
    throw new GatewayError(
      "conflict",
      `An account has at most ${MAX_PEOPLE} people and invitations. Remove one first.`,
    );
  }
}

/**
 * Invites a person into an account, by an email with a link.
 * @param tx a transaction in which the account is locked.
 * @param asked the address in its stored form, and a role other than owner.
 * @throws GatewayError as `requireNew` does.
 */
export async function invite(
  tx: Transaction,
  account: Inviter,
  asked: { email: string; role: Role },
  { authSecret, now }: Sending,
): Promise<void> {
  const { accountId, personId: inviterId } = account;
  const { email, role } = asked;
  await tx.prisma.invitation.deleteMany({ where: { accountId, expiresAt: { lte: now } } });
  await requireNew(tx, { accountId, email }, now);
  const token = newToken(tx.cell);
  const data = { id: newId(), accountId, email, role, inviterId, ...validFrom(now), createdAt: now };
  await tx.prisma.invitation.createMany({ data: { ...data, tokenHash: hashSecret(token) } });
  await sendInvitation(tx, account, { email, role, token }, { authSecret, now });
}

/**
 * Returns the recipient and the role of an invitation that may be sent again.
 * @throws GatewayError `not_found`; `conflict` within a minute of the last email.
 */
export async function requireResendable(
  db: Queryable,
  { accountId, id }: { accountId: number; id: string },
  now: Date,
): Promise<{ email: string; role: string }> {
  const found = await db.prisma.invitation.findUnique({ where: { id, accountId } });
  if (!found) throw noInvitation();
  if (now.getTime() - found.sentAt.getTime() < RESEND_PAUSE_MS)
    throw new GatewayError("conflict", "This invitation was just sent. Wait a minute.");
  return found;
}

/**
 * Sends an invitation again with another link. The previous link no longer works.
 * @param tx a transaction in which the account is locked.
 * @throws GatewayError as `requireResendable` does.
 */
export async function resendInvitation(
  tx: Transaction,
  account: Inviter,
  id: string,
  { authSecret, now }: Sending,
): Promise<{ email: string }> {
  const { accountId, personId: inviterId } = account;
  const { email, role } = await requireResendable(tx, { accountId, id }, now);
  const token = newToken(tx.cell);
  const data = { ...validFrom(now), inviterId, tokenHash: hashSecret(token) };
  await tx.prisma.invitation.updateMany({ where: { id, accountId }, data });
  await sendInvitation(tx, account, { email, role, token }, { authSecret, now });
  return { email };
}

/**
 * Withdraws an invitation. Its link no longer works.
 * @throws GatewayError `not_found`.
 */
export async function withdrawInvitation(
  tx: Queryable,
  accountId: number,
  id: string,
): Promise<{ email: string }> {
  const found = await tx.prisma.invitation.findUnique({ where: { id, accountId }, select: { email: true } });
  if (!found) throw noInvitation();
  await tx.prisma.invitation.deleteMany({ where: { id, accountId } });
  return found;
}

const validFrom = (now: Date) => ({ sentAt: now, expiresAt: new Date(now.getTime() + INVITATION_MS) });

async function sendInvitation(
  tx: Transaction,
  { accountId, name }: Inviting,
  { email, role, token }: { email: string; role: string; token: string },
  { authSecret, now }: Sending,
): Promise<void> {
  const details = encryptedDetails({ to: email, account: name, role, token }, authSecret);
  await enqueueEmail(tx, { accountId, kind: "invitation", details }, now);
}

function noInvitation(): GatewayError {
  return new GatewayError("not_found", "There is no such invitation. It may have been accepted.");
}

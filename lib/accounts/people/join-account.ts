import { lockAccountStatement, lockAccountsStatement } from "@/lib/accounts/lock-account.sql";
import { openInvitationStatement } from "@/lib/accounts/people/people.sql";
import { recordActivity } from "@/lib/activity/record-activity";
import { claimAddress, isUntaken } from "@/lib/auth/directory/directory";
import { countFailure } from "@/lib/auth/limits/auth-failures";
import { lookUp } from "@/lib/auth/limits/strangers";
import { requirePassword } from "@/lib/auth/passwords/change-password";
import { hashNewPassword } from "@/lib/auth/passwords/passwords";
import { beginSession } from "@/lib/auth/sessions/begin-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import { MAX_ACCOUNTS } from "@/lib/auth/sessions/record-personal";
import { proveSignIn, type SignInPlace } from "@/lib/auth/sign-in";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { inChangeTurn, turnOfAccount } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";

/** An invitation that may be accepted: its account, its address and its role. */
export type OpenInvitation = {
  id: string;
  accountId: number;
  email: string;
  role: string;
  /** The account's name. */
  account: string;
  country: string;
};

/**
 * Returns the invitation of a link; null for a used, withdrawn or expired one. It changes no data, and does not
 * reveal whether the address is known.
 */
export async function readInvitation(
  db: Queryable,
  token: string,
  now: Date,
): Promise<OpenInvitation | null> {
  const [found] = await db.query<OpenInvitation>(openInvitationStatement(hashSecret(token), now));
  return found ?? null;
}

/**
 * Creates a sign-in for a new person, and adds it to the inviting account (rules: invitations). For a known address
 * it changes nothing, takes as long, and does not reveal that.
 * @throws GatewayError `invalid_parameter` for a link that does not work or a password that is not allowed,
 * `too_many_requests` for guesses at links.
 */
export async function joinAsNew(
  db: Database,
  given: { token: string; name: string; password: string },
  address: string,
  now: Date,
): Promise<void> {
  requirePassword(given.password);
  const { accountId, email: invited } = await requireInvitation(db, given.token, address, now);
  const passwordHash = await hashNewPassword(given.password, address);
  // A person who has joined another cell since the invitation stays there.
  if (!(await claimAddress(db, invited, now))) return;
  const enter = async (tx: Transaction) => {
    if (!(await isUntaken(tx, invited))) return;
    const invitation = await lockInvitation(tx, accountId, given.token, now);
    const { email, country } = invitation;
    const [person] = await tx.prisma.account.createManyAndReturn({
      data: {
        email,
        name: given.name,
        passwordHash,
        country,
        createdAt: now,
        hasAccount: false,
        passwordOnApi: false,
        legacySendEnabled: false,
      },
      skipDuplicates: true,
      select: { id: true },
    });
    if (person) await join(tx, invitation, { personId: person.id, address }, now);
  };
  await inChangeTurn(db, turnOfAccount(accountId), () => db.transaction(enter));
}

/**
 * Adds a known person to the inviting account after they have proved who they are, and begins a session there. The
 * membership and the used code are committed together.
 * @throws GatewayError `invalid_parameter` for a link that does not work, `conflict` for a person with too many
 * accounts, and the errors of a sign-in.
 */
export async function joinAsKnown(
  db: Database,
  given: { token: string; password: string; code: string | undefined },
  where: SignInPlace,
  now: Date,
): Promise<SessionClaims> {
  const { token, password, code } = given;
  const { accountId, email } = await requireInvitation(db, token, where.address, now);
  return proveSignIn(db, { email, password, code }, { ...where, now }, async (tx, person) => {
    const { personId } = person;
    // If a person accepts two invitations concurrently, the second counts the first.
    await tx.query(lockAccountsStatement([personId, accountId]));
    const invitation = await lockInvitation(tx, accountId, token, now);
    if ((await tx.prisma.membership.count({ where: { personId } })) >= MAX_ACCOUNTS)
      throw new GatewayError("conflict", `A person belongs to at most ${MAX_ACCOUNTS} accounts.`);
    await join(tx, invitation, { personId, address: where.address }, now);
    return beginSession(tx, { ...person, accountId }, where, now);
  });
}

/**
 * Returns the invitation of a link.
 * @throws GatewayError `invalid_parameter` for a link that does not work, which counts as a guess.
 */
async function requireInvitation(
  db: Database,
  token: string,
  address: string,
  now: Date,
): Promise<OpenInvitation> {
  const found = await lookUp(db, { kind: "link", name: "invitation", address }, now, () =>
    readInvitation(db, token, now),
  );
  if (found) return found;
  await countFailure(db, { kind: "link", name: "invitation", address }, now);
  throw noLink();
}

/** Locks the inviting account, and reads again: the invitation may have been accepted or withdrawn meanwhile. */
async function lockInvitation(
  tx: Transaction,
  accountId: number,
  token: string,
  now: Date,
): Promise<OpenInvitation> {
  await tx.query(lockAccountStatement(accountId));
  const found = await readInvitation(tx, token, now);
  if (found?.accountId !== accountId) throw noLink();
  return found;
}

/** Replaces the invitation by a membership, so that a link works once. */
async function join(
  tx: Transaction,
  { id, accountId, email, role }: OpenInvitation,
  { personId, address }: { personId: number; address: string },
  now: Date,
): Promise<void> {
  await tx.prisma.invitation.deleteMany({ where: { id } });
  await tx.prisma.membership.createMany({
    data: { accountId, personId, role, createdAt: now },
    skipDuplicates: true,
  });
  const actor = { accountId, personId, address };
  await recordActivity(tx, { accountId, actor, action: "person_joined", details: { email, role } }, now);
}

function noLink(): GatewayError {
  return new GatewayError(
    "invalid_parameter",
    "This invitation has expired, or was withdrawn or used. Ask for another one.",
  );
}

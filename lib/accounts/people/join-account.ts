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

/** An invitation that may be accepted: whose, for whom, as what. */
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
 * What a link invites to, for whoever has opened it; null for one that is used, withdrawn or too old. It changes
 * nothing, and says nothing of whether the address signs in already.
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
 * Makes somebody who is new a sign-in, and puts them into the account that invites (rules: invitations). Where the
 * address signs in already, nothing is changed and nobody is told: it takes as long either way.
 * @throws GatewayError `invalid_parameter` for a link that opens nothing or a password that is not allowed,
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
  // Who has come into another cell since the invitation stays there.
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
 * Puts somebody who signs in already into the account that invites, once they have proved who they are, and begins a
 * session there (rules: invitations). The account's part and the code that is used up are one commit.
 * @throws GatewayError `invalid_parameter` for a link that opens nothing, `conflict` for somebody in too many accounts,
 * and what signing in is refused with.
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
    // Of two invitations that a person accepts at once, the second counts the first.
    await tx.query(lockAccountsStatement([personId, accountId]));
    const invitation = await lockInvitation(tx, accountId, token, now);
    if ((await tx.prisma.membership.count({ where: { personId } })) >= MAX_ACCOUNTS)
      throw new GatewayError("conflict", `A person belongs to at most ${MAX_ACCOUNTS} accounts.`);
    await join(tx, invitation, { personId, address: where.address }, now);
    return beginSession(tx, { ...person, accountId }, where, now);
  });
}

/** @throws GatewayError `invalid_parameter` for a link that opens nothing, which is counted as a guess. */
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

/** Locks the account that invites, and looks again: the invitation may have been accepted or withdrawn meanwhile. */
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

/** The invitation becomes a membership: neither is there with the other, so that a link works once. */
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

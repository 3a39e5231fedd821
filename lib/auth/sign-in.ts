import { recordActivity } from "@/lib/activity/record-activity";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import { checkFactor } from "@/lib/auth/second-factor/check-factor";
import { beginSession, type SessionPlace } from "@/lib/auth/sessions/begin-session";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import type { Database, Transaction } from "@/lib/db/client";
import { inCallerTurn, inChangeTurn, turnOfPerson } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";

/** The credentials of a sign-in. */
export type Credentials = { email: string; password: string; code: string | undefined };

/** The place of a sign-in, and the secret that encrypts second factors. */
export type SignInPlace = SessionPlace & { authSecret: string };

/**
 * Signs a person in to the Members Area by email address and password, in their last account. A person with a second
 * factor also needs a code of the app, or a recovery code. The sign-in and the used code are committed together.
 * @returns the claims of a new session.
 * @throws GatewayError `invalid_credentials`, `second_factor_required` for a missing or wrong code,
 * `too_many_requests`, `forbidden` for a person without an account.
 */
export function signIn(
  db: Database,
  given: Credentials,
  where: SignInPlace,
  now: Date,
): Promise<SessionClaims> {
  return proveSignIn(db, given, { ...where, now }, async (tx, person) => {
    const { accountId, ...session } = await beginSession(tx, person, where, now);
    const actor = { accountId, personId: person.personId, address: where.address };
    await recordActivity(tx, { accountId, actor, action: "signed_in", details: {} }, now);
    return session;
  });
}

/**
 * Verifies a person, and does the work of `enter` in the transaction that uses up their code.
 * @throws GatewayError as `signIn` does, and the errors of `enter`.
 */
export async function proveSignIn<Entered>(
  db: Database,
  given: Credentials,
  { now, ...where }: SignInPlace & { now: Date },
  enter: (tx: Transaction, person: { personId: number; sessionVersion: number }) => Promise<Entered>,
): Promise<Entered> {
  const { accountId: personId, sessionVersion } = await verifyPassword(
    db,
    { ...given, address: where.address },
    now,
    "members",
  );
  const turn = turnOfPerson(personId);
  const find = { where: { id: personId }, select: { totpEnabledAt: true } };
  const { totpEnabledAt } = await inCallerTurn(db, turn, () => db.prisma.account.findUniqueOrThrow(find), {
    isKnown: true,
  });
  const person = { personId, sessionVersion };
  if (totpEnabledAt === null) return inChangeTurn(db, turn, () => db.transaction((tx) => enter(tx, person)));
  if (!given.code) throw new GatewayError("second_factor_required", "Enter the code that your app shows.");
  let entered: { as: Entered } | undefined;
  const isRight = await checkFactor(
    db,
    { accountId: personId, code: given.code, ...where },
    now,
    async (tx) => {
      entered = { as: await enter(tx, person) };
    },
  );
  if (!isRight || !entered)
    throw new GatewayError("second_factor_required", "This code is wrong or has been used.");
  return entered.as;
}

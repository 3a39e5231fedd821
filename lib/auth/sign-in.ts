import { recordActivity } from "@/lib/activity/record-activity";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import { checkFactor } from "@/lib/auth/second-factor/check-factor";
import type { SessionClaims } from "@/lib/auth/sessions/member";
import type { Database, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/**
 * Signs a person in to the Members Area by email address and password. Where the account asks for a second
 * factor, a code of an app or a recovery code is needed too. That it was done, and the code that was used up,
 * are one commit.
 * @returns the claims of a new session.
 * @throws GatewayError `invalid_credentials`, `second_factor_required` where a code is missing or wrong,
 * `too_many_requests`.
 */
export async function signIn(
  db: Database,
  given: { email: string; password: string; code: string | undefined },
  where: { address: string; authSecret: string },
  now: Date,
): Promise<SessionClaims> {
  const { accountId, sessionVersion } = await verifyPassword(
    db,
    { ...given, address: where.address },
    now,
    "members",
  );
  const { totpEnabledAt } = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { totpEnabledAt: true },
  });
  const actor = { accountId, address: where.address };
  const record = (tx: Transaction) =>
    recordActivity(tx, { accountId, actor, action: "signed_in", details: {} }, now);
  if (totpEnabledAt === null) await db.transaction(record);
  else if (!given.code)
    throw new GatewayError("second_factor_required", "Enter the code that your app shows.");
  else if (!(await checkFactor(db, { accountId, code: given.code, ...where }, now, record)))
    throw new GatewayError("second_factor_required", "This code is wrong or has been used.");
  return { sessionId: newId(), accountId, sessionVersion };
}

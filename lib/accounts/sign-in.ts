import type { SessionClaims } from "@/lib/accounts/member";
import { checkFactor } from "@/lib/accounts/second-factor";
import { verifyPassword } from "@/lib/accounts/verify-password";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Signs a person in to the Members Area: e-mail address and password and, where the account asks for it, a second
 * factor: a code of an app, or a recovery code.
 * @throws GatewayError `invalid_credentials`, `second_factor_required` where a code is missing or wrong,
 * `too_many_requests`.
 */
export async function signIn(
  db: Database,
  given: { email: string; password: string; code: string | undefined },
  where: { address: string; authSecret: string },
  now: Date,
): Promise<SessionClaims> {
  const { accountId, sessionVersion } = await verifyPassword(db, given, where.address, now);
  const { totpEnabledAt } = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { totpEnabledAt: true },
  });
  if (totpEnabledAt === null) return { accountId, sessionVersion };
  if (!given.code) throw new GatewayError("second_factor_required", "Enter the code that your app shows.");
  if (await checkFactor(db, accountId, given.code, where, now)) return { accountId, sessionVersion };
  throw new GatewayError("second_factor_required", "This code is wrong or has been used.");
}

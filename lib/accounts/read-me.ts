import type { z } from "zod";
import type { Member } from "@/lib/auth/sessions/member";
import type { readMe as operation } from "@/lib/contracts/members/account";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";

/** What the pages of the Members Area need to know of who is signed in. */
export async function readMe(
  db: Database,
  member: Member,
  simulated: boolean,
): Promise<z.output<(typeof operation)["response"]>> {
  const { accountId, email, name, isAdmin, unicodeEnabled } = member;
  const [account, recoveryCodesLeft] = await Promise.all([
    db.prisma.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { balanceMicros: true, totpEnabledAt: true },
    }),
    db.prisma.recoveryCode.count({ where: { accountId, usedAt: null } }),
  ]);
  const balance = toDecimal(account.balanceMicros);
  const secondFactor = account.totpEnabledAt !== null;
  return {
    accountId,
    email,
    name,
    isAdmin,
    unicodeEnabled,
    balance,
    secondFactor,
    recoveryCodesLeft,
    simulated,
  };
}

import type { z } from "zod";
import type { Member } from "@/lib/auth/sessions/member";
import { MAX_ACCOUNTS } from "@/lib/auth/sessions/record-personal";
import { VIEWER } from "@/lib/contracts/base/roles";
import type { readMe as operation } from "@/lib/contracts/members/account";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";

/** What the pages of the Members Area need to know of who is signed in. */
export async function readMe(
  db: Database,
  member: Member,
  simulated: boolean,
): Promise<z.output<(typeof operation)["response"]>> {
  const { accountId, personId, email, name, role, isAdmin, unicodeEnabled } = member;
  const [account, person, recoveryCodesLeft, memberships] = await Promise.all([
    db.prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { balanceMicros: true } }),
    db.prisma.account.findUniqueOrThrow({ where: { id: personId }, select: { totpEnabledAt: true } }),
    db.prisma.recoveryCode.count({ where: { accountId: personId, usedAt: null } }),
    db.prisma.membership.findMany({
      where: { personId, account: { status: "active" } },
      select: { accountId: true, account: { select: { name: true } } },
      orderBy: { accountId: "asc" },
      take: MAX_ACCOUNTS,
    }),
  ]);
  const balance = toDecimal(account.balanceMicros);
  const secondFactor = person.totpEnabledAt !== null;
  return {
    accountId,
    email,
    name,
    role,
    accounts:
      role === VIEWER ? [] : memberships.map(({ accountId, account: { name } }) => ({ accountId, name })),
    isAdmin,
    unicodeEnabled,
    balance,
    secondFactor,
    recoveryCodesLeft,
    simulated,
  };
}

import type { z } from "zod";
import { type MeRow, meStatement } from "@/lib/accounts/me/read-me.sql";
import type { Member } from "@/lib/auth/sessions/member";
import { VIEWER } from "@/lib/contracts/base/roles";
import type { readMe as operation } from "@/lib/contracts/members/account";
import type { Database } from "@/lib/db/client";
import { toDecimal } from "@/lib/money";

/** Returns the fields of the signed-in person for the pages of the Members Area. */
export async function readMe(
  db: Database,
  member: Member,
  simulated: boolean,
): Promise<z.output<(typeof operation)["response"]>> {
  const { accountId, personId, email, name, role, isAdmin, unicodeEnabled } = member;
  const [row] = await db.query<MeRow>(meStatement({ accountId, personId }));
  if (!row) throw new Error("The member's account was deleted.");
  return {
    accountId,
    email,
    name,
    role,
    accounts: role === VIEWER ? [] : row.accounts,
    isAdmin,
    unicodeEnabled,
    balance: toDecimal(row.balanceMicros),
    secondFactor: row.secondFactor,
    recoveryCodesLeft: row.recoveryCodesLeft,
    simulated,
  };
}

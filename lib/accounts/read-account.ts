import { type AccountRow, accountStatement, membersStatement } from "@/lib/accounts/read-account.sql";
import { listSenders } from "@/lib/accounts/settings";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** Returns the refusal of an unknown account's number. */
export function noAccount(accountId: number): GatewayError {
  return new GatewayError("not_found", `There is no account ${accountId}.`);
}

/** Returns the people of an account, owners first. */
function listMembers(db: Database, accountId: number): Promise<AccountDetails["people"]> {
  return db.query<AccountDetails["people"][number]>(membersStatement(accountId));
}

/**
 * Returns an account in an administrator's view, without its credentials.
 * @param administratorId the account of the administrator.
 * @throws GatewayError `not_found`.
 */
export async function readAccount(
  db: Database,
  accountId: number,
  administratorId: number,
  now: Date,
): Promise<AccountDetails> {
  const [[account], senders, people] = await Promise.all([
    db.query<AccountRow>(accountStatement(accountId, now)),
    listSenders(db, accountId),
    listMembers(db, accountId),
  ]);
  if (!account) throw noAccount(accountId);
  const { balanceMicros, owedMicros, standardRateMicros, createdAt, ...plain } = account;
  return {
    ...plain,
    balance: toDecimal(balanceMicros),
    owed: owedMicros === 0n ? null : toDecimal(owedMicros),
    createdAt: formatNz(createdAt),
    standardRate: standardRateMicros === null ? null : toDecimal(standardRateMicros),
    senders,
    people,
    isOwn: accountId === administratorId,
  };
}

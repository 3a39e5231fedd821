import { type LockedAccount, readLockedAccountStatement } from "@/lib/accounts/lock-account.sql";
import { noAccount } from "@/lib/accounts/read-account";
import type { Transaction } from "@/lib/db/client";

/**
 * Locks an account for a change by an administrator, until the transaction ends.
 * @throws GatewayError `not_found`.
 */
export async function lockAccount(tx: Transaction, accountId: number): Promise<LockedAccount> {
  const [account] = await tx.query<LockedAccount>(readLockedAccountStatement(accountId));
  if (!account) throw noAccount(accountId);
  return account;
}

import { createAccount } from "@/lib/accounts/create-account";
import { type Actor, recordActivity } from "@/lib/activity/record-activity";
import type { Database } from "@/lib/db/client";
import { newToken } from "@/lib/ids";
import { parseDollars } from "@/lib/money";

/** The length of a first password: 120 random bits that a person can still type. */
const PASSWORD_CHARACTERS = 20;

/**
 * Creates an account with a generated password, which the administrator sees once. The administrator is recorded in
 * the same transaction.
 * @param given.balance dollars as a decimal text.
 * @throws GatewayError `invalid_request` for a known email address.
 */
export async function openAccount(
  db: Database,
  given: { email: string; name: string; country: string; balance: string; unicode: boolean },
  actor: Actor,
  now: Date,
): Promise<{ accountId: number; email: string; password: string }> {
  const { balance, ...account } = given;
  const password = newToken().slice(0, PASSWORD_CHARACTERS);
  const details = { balance, country: given.country };
  const made = await createAccount(
    db,
    { ...account, password, balanceMicros: parseDollars(balance) },
    now,
    (tx, accountId) => recordActivity(tx, { accountId, actor, action: "account_created", details }, now),
  );
  return { ...made, password };
}

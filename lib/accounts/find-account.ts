import { databaseOfEmail } from "@/lib/auth/directory/directory";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Returns the id of the account with an email address.
 * @throws GatewayError `not_found`.
 */
export async function findAccountId(db: Database, email: string): Promise<number> {
  const account = await db.prisma.account.findUnique({
    where: { email: email.trim().toLowerCase(), hasAccount: true },
    select: { id: true },
  });
  if (!account) throw new GatewayError("not_found", `There is no account for ${email}.`);
  return account.id;
}

/**
 * Returns the same from all cells, for home's tables about accounts (rules: shared tables).
 * @throws GatewayError `not_found`; DatabaseUnavailableError while its cell is away.
 */
export async function findOwnerId(home: Database, email: string, now: Date): Promise<number> {
  return findAccountId(await databaseOfEmail(home, email, now), email);
}

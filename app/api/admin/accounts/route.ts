import { openAccount } from "@/lib/accounts/open-account";
import { searchAccounts } from "@/lib/accounts/search/search-accounts";
import { databaseOfAccount } from "@/lib/cells/cells";
import { databaseOfEmail } from "@/lib/cells/directory";
import { listAccounts, openAccount as openAccountOperation } from "@/lib/contracts/admin/accounts";
import type { Database } from "@/lib/db/client";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** All accounts, and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(
    listAccounts,
    async ({ db, input, now }) => searchAccounts(await cellOf(db, input, now), input),
    "long",
  ),
  POST: admin(openAccountOperation, ({ db, actor, input, now }) => openAccount(db, input, actor, now)),
});

/** Where a search looks: in the cell of an account's number or of a whole email address, else at home (rules: cells). */
async function cellOf(home: Database, { q = "" }: { q?: string | undefined }, now: Date): Promise<Database> {
  if (/^\d{1,9}$/.test(q)) return databaseOfAccount(home, Number(q));
  return q.includes("@") ? databaseOfEmail(home, q, now) : home;
}

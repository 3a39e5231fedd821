import { openAccount } from "@/lib/accounts/open-account";
import { searchAccounts } from "@/lib/accounts/search-accounts";
import { databaseOfNewAccounts } from "@/lib/cells/directory/new-accounts";
import { listAccounts, openAccount as openAccountOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** All accounts, and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listAccounts, ({ db, input }) => searchAccounts(db, input), "long"),
  POST: admin(openAccountOperation, ({ db, actor, input, now }) =>
    openAccount(databaseOfNewAccounts(db), input, actor, now),
  ),
});

import { readAccount } from "@/lib/accounts/read-account";
import { readAccount as readAccountOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** One account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(readAccountOperation, async ({ db, member, input, now }) => ({
    account: await readAccount(db, input.accountId, member.accountId, now),
  })),
});

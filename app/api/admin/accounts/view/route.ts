import { beginView } from "@/lib/accounts/begin-view";
import { databaseOfAccount } from "@/lib/cells/cells";
import { beginViewOperation } from "@/lib/contracts/admin/accounts";
import { db } from "@/lib/db/client";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Has the administrator's session show another account, in whichever cell that is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(beginViewOperation, async ({ session, input, address, now }) => {
    await beginView(databaseOfAccount(db(), session.personId), session, { ...input, address }, now);
    return { success: true as const };
  }),
});

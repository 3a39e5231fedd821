import { beginView } from "@/lib/accounts/views/begin-view";
import { HOME_CELL } from "@/lib/cell-numbers";
import { beginViewOperation } from "@/lib/contracts/admin/accounts";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Has the administrator's session show another account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(beginViewOperation, async ({ db, session, input, address, now }) => {
    if (db.cell !== HOME_CELL)
      throw new GatewayError("conflict", "This account is in another cell, and can’t be viewed from here.");
    await beginView(db, session, { ...input, address }, now);
    return { success: true as const };
  }),
});

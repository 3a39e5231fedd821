import { beginView } from "@/lib/accounts/views/begin-view";
import { beginViewOperation } from "@/lib/contracts/admin/accounts";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";

/** Has the administrator's session show another account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(beginViewOperation, async ({ db, session, input, address, now }) => {
    await beginView(db, session, { ...input, address }, now);
    return { success: true as const };
  }),
});

import { unblockRange as operation } from "@/lib/contracts/admin/network-routes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { unblockRange } from "@/lib/messages/networks/change-networks";

/** Removes a blocked range or an exception. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input: { prefix }, now }) => {
    await unblockRange(db, prefix, { actor, now });
    return { success: true as const };
  }),
});

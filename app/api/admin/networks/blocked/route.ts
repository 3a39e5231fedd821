import { blockRange as operation } from "@/lib/contracts/admin/network-routes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { blockRange } from "@/lib/messages/networks/change-networks";

/** Blocks a range of numbers, or excepts one from a blocked range. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await blockRange(db, input, { actor, now });
    return { success: true as const };
  }),
});

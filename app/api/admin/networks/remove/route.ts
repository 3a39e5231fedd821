import { removeNetwork as operation } from "@/lib/contracts/admin/networks";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { removeNetwork } from "@/lib/messages/networks/change-networks";

/** Forgets a network. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    await removeNetwork(db, input.name, { actor, now });
    return { success: true as const };
  }),
});

import { readRoutes } from "@/lib/carriers/setup/route-rows";
import { listRoutes, replaceRoutes } from "@/lib/contracts/admin/network-routes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { replaceAllRoutes } from "@/lib/messages/networks/change-networks";

/** All routes with the senders of networks, and others in their place. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listRoutes, ({ db }) => readRoutes(db)),
  POST: admin(replaceRoutes, async ({ db, actor, input, now }) => {
    await replaceAllRoutes(db, input.file, { actor, now });
    return { success: true as const };
  }),
});

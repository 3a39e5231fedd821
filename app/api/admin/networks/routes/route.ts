import { readRoutes } from "@/lib/carriers/setup/route-rows";
import { listRoutes, replaceRoutes } from "@/lib/contracts/admin/network-routes";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { replaceAllRoutes } from "@/lib/messages/networks/change-networks";
import { routeLosses, withLosses } from "@/lib/messages/networks/targets/route-losses";

/** All routes with the senders of networks and warnings about costs, and others in their place. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listRoutes, async ({ db, now }) => {
    const file = await readRoutes(db);
    return { ...file, ...withLosses(await routeLosses(db, file, now)) };
  }),
  POST: admin(replaceRoutes, async ({ db, actor, input, now }) => {
    await replaceAllRoutes(db, input.file, { actor, now });
    return { success: true as const };
  }),
});

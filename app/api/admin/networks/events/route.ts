import { listNetworkEvents } from "@/lib/contracts/admin/network-events";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { listEvents } from "@/lib/messages/networks/list-events";

/** What happened to networks, the newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listNetworkEvents, ({ db, input }) => listEvents(db, input)),
});

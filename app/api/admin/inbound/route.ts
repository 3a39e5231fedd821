import { listUnrouted as operation } from "@/lib/contracts/admin/inbound";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { listUnrouted } from "@/lib/inbound/list-unrouted";

/** The messages in that belong to no account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(operation, ({ db, input }) => listUnrouted(db, input), "long"),
});

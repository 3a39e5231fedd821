import { listUnrouted as listUnroutedOperation } from "@/lib/contracts/admin/inbound";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { listUnrouted } from "@/lib/inbound/list-unrouted";

/** The endpoints of inbound. */
export const INBOUND_ENDPOINTS = tableOf([
  admin(listUnroutedOperation, ({ db, input }) => listUnrouted(db, input), "long"),
]);

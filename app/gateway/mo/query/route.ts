import { queryInboundOperation } from "@/lib/contracts/mo-query";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { queryInbound } from "@/lib/inbound/query-inbound";

/** Spec 4.11: what mobile users sent to the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(queryInboundOperation, ({ db, caller, input }) =>
    queryInbound(db, caller.accountId, input),
  ),
});

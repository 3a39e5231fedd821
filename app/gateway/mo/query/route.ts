import { queryInboundOperation } from "@/lib/contracts/gateway/mo-query";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { queryInbound } from "@/lib/inbound/query-inbound";

/** What mobile users sent to the account (rules: inbound query). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(
    queryInboundOperation,
    ({ db, caller, input }) => queryInbound(db, caller.accountId, input),
    "long",
  ),
});

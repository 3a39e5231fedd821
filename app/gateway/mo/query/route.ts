import { queryInboundOperation } from "@/lib/contracts/gateway/mo-query";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { queryInbound } from "@/lib/inbound/query-inbound";

/** Returns the messages that the account received (rules: inbound query). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(
    queryInboundOperation,
    ({ db, caller, input }) => queryInbound(db, caller.accountId, input),
    "long",
  ),
});

import { queryBilling } from "@/lib/billing/query-billing";
import { queryBillingOperation } from "@/lib/contracts/billing-query";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";

/** Spec 4.7: what an account was billed for messages. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(queryBillingOperation, ({ db, caller, input, now }) =>
    queryBilling(db, caller.accountId, input, now),
  ),
});

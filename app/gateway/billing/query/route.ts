import { queryBilling } from "@/lib/billing/query-billing";
import { queryBillingOperation } from "@/lib/contracts/gateway/billing-query";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";

/** Returns the charges for an account's messages (rules: billing query). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(
    queryBillingOperation,
    ({ db, caller, input, now }) => queryBilling(db, caller.accountId, input, now),
    "long",
  ),
});

import { readBalance } from "@/lib/accounts/read-balance";
import { balanceRequest } from "@/lib/contracts/balance";
import { authenticated, gateway } from "@/lib/http/gateway";

/** Spec 4.10: what the account may still spend. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gateway({
  POST: authenticated(balanceRequest, ({ db, caller }) => readBalance(db, caller.accountId)),
});

import { readBalance } from "@/lib/accounts/read-balance";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";

/** Returns the account's balance (rules: balance). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(readBalanceOperation, ({ db, caller }) => readBalance(db, caller.accountId)),
});

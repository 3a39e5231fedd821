import { queryUnsubscribesOperation } from "@/lib/contracts/gateway/unsubscribes";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { queryUnsubscribes } from "@/lib/optouts/query-unsubscribes";

/** Returns the numbers that have opted out of the account's messages (rules: unsubscribes query). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(
    queryUnsubscribesOperation,
    ({ db, caller, input }) => queryUnsubscribes(db, caller.accountId, input),
    "long",
  ),
});

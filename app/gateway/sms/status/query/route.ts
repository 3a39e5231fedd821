import { queryStatusOperation } from "@/lib/contracts/gateway/status-query";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { queryStatus } from "@/lib/messages/query/query-status";

/** Returns the status of messages (rules: status query). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(
    queryStatusOperation,
    ({ db, caller, input, now }) => queryStatus(db, caller.accountId, input, now),
    ({ message_id, messageId }) => (message_id === undefined && messageId === undefined ? "long" : "in-turn"),
  ),
});

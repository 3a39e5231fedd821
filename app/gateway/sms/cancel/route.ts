import { cancelMessagesOperation } from "@/lib/contracts/gateway/cancel";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { cancelMessages } from "@/lib/messages/cancel/cancel-messages";

/** Cancels waiting messages (rules: cancelling). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(cancelMessagesOperation, ({ db, caller, input, now }) =>
    cancelMessages(db, caller.accountId, input, now),
  ),
});

import { readAnyMessage as readOperation } from "@/lib/contracts/admin/messages";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { readAnyMessage } from "@/lib/messages/query/read-any-message";
import { sendRules } from "@/lib/messages/send-rules";

/** One message of any account, and its history. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(readOperation, ({ db, input, now }) =>
    readAnyMessage(db, input.id, { quiet: sendRules().quiet, now }),
  ),
});

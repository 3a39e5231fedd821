import { sendRequest } from "@/lib/contracts/send";
import { env } from "@/lib/env";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { answerOnce } from "@/lib/http/idempotent";
import { runSoon } from "@/lib/jobs/run-soon";
import { readIdempotencyKey } from "@/lib/messages/idempotency";
import { send } from "@/lib/messages/send";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

/** Spec 4.2: sends a text to one recipient or to many. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: authenticated(sendRequest, async ({ db, caller, input, header, now }) => {
    const { maxRecipients, night } = env();
    const rules = { maxRecipients, quiet: parseQuietHours(night.start, night.end) };
    const result = await send(db, caller, input, readIdempotencyKey(header("idempotency-key")), rules, now);
    if (result.kind === "answer" && result.accepted) runSoon("dispatch");
    if (result.kind === "answer" && result.blocked) runSoon("webhooks");
    return answerOnce(result);
  }),
});

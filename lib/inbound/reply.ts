import type { SendResponse } from "@/lib/contracts/gateway/send";
import type { ReplyRequest, ReplyResponse } from "@/lib/contracts/members/inbox";
import { GatewayError } from "@/lib/errors";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { findCorrespondent } from "@/lib/inbound/read-conversation";
import { send } from "@/lib/messages/send/send";
import type { SendContext } from "@/lib/messages/send/send-context";
import { replyRequest } from "@/lib/replies/reply-request";

/**
 * Sends a reply to a number that has written to the account, from the shortcode that it wrote to last
 * (rules: inbox replies). If the number has opted out, nothing is sent or billed.
 * @throws GatewayError `not_found` for a number that has not written, `conflict` for one that has opted out, and the
 * errors of `send`.
 */
export async function reply(
  context: SendContext,
  { number, text, unicode, key }: ReplyRequest,
): Promise<ReplyResponse> {
  const to = handsetNumber(number);
  const { shortcode, keyword } = await findCorrespondent(context.db, context.caller.accountId, to);
  if (keyword !== null) {
    throw new GatewayError("conflict", `This number has opted out with ${keyword}. Nothing was sent.`);
  }
  const result = await send(context, replyRequest({ to, from: shortcode, text, unicode }), key);
  return toReply(result.kind === "replay" ? JSON.parse(result.response) : (result.response as SendResponse));
}

function toReply(sent: SendResponse): ReplyResponse {
  const { message_id: id, status, from, parts, queue_message, hold_message } = sent;
  if (status === "sandbox") throw new Error("A reply went to the sandbox.");
  const note = queue_message ?? hold_message ?? null;
  return { id, status, from, parts, truncated: sent.truncated ?? false, note };
}

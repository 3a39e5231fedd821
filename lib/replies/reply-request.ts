import type { SendRequest } from "@/lib/contracts/gateway/send";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/**
 * Returns the request that answers a message in, by hand or automatically, from the sender that the message was sent
 * to (rules: inbox replies).
 */
export function replyRequest(reply: {
  to: string;
  from: string;
  text: string;
  unicode: boolean;
}): SendRequest {
  const { text: body, ...given } = reply;
  return { ...given, body, messageClass: "transactional", fragmentationLimit: MAX_PARTS, sandbox: false };
}

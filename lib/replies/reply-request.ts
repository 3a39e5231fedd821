import type { SendRequest } from "@/lib/contracts/gateway/send";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/** A text that answers a message in, by hand or by itself, from the sender that was written to (rules: inbox replies). */
export function replyRequest(reply: {
  to: string;
  from: string;
  text: string;
  unicode: boolean;
}): SendRequest {
  const { text: body, ...given } = reply;
  return { ...given, body, messageClass: "transactional", fragmentationLimit: MAX_PARTS, sandbox: false };
}

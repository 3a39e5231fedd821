import { httpCauseOf } from "@/lib/carriers/http/causes";
import { causeOf } from "@/lib/carriers/smpp/errors";

/** The code of a message whose validity ended before it was handed over. */
export const VALIDITY_OVER = "validity over";

/** The code of a message whose number was blocked while the message waited. */
export const DESTINATION_BLOCKED = "destination blocked";

/** The code of a one-time code that was not handed over, because its only network accepts no messages. */
export const NETWORK_FAILING = "network failing";

const SMPP_STATUS = /^0x[0-9A-F]{8}$/;

/** Returns the reason why a carrier did not accept a message; null for an unknown code. */
export function submissionCause(code: string | null): string | null {
  if (code === VALIDITY_OVER) return "Its validity ended before a network accepted it.";
  if (code === DESTINATION_BLOCKED) return "Its number was blocked before it was due, so no network got it.";
  if (code === NETWORK_FAILING) return "The only network for it accepted no messages.";
  if (code === null) return null;
  return SMPP_STATUS.test(code) ? causeOf(Number(code)) : httpCauseOf(code);
}

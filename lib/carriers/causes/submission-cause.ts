import { httpCauseOf } from "@/lib/carriers/http/causes";
import { causeOf } from "@/lib/carriers/smpp/errors";

/** The code of a message that was not handed over any more, because its validity was over. */
export const VALIDITY_OVER = "validity over";

const SMPP_STATUS = /^0x[0-9A-F]{8}$/;

/** Why a carrier did not take a message, in words; null where its code is known to nobody here. */
export function submissionCause(code: string | null): string | null {
  if (code === VALIDITY_OVER) return "Its validity was over before a network took it.";
  if (code === null) return null;
  return SMPP_STATUS.test(code) ? causeOf(Number(code)) : httpCauseOf(code);
}

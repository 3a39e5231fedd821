import { BLOCKED_BY_HAND } from "@/lib/contracts/base/values";
import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { blockByHandStatement, type ChangedRow } from "@/lib/optouts/change.sql";
import { canReceiveSms, normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/**
 * Blocks a recipient of an account by hand (rules: blocked numbers). The stored keyword is a word that no phone can
 * have sent. A recipient that is already blocked keeps its keyword.
 * @param given a phone number as people write it.
 * @returns the number in international digits, as messages are addressed.
 * @throws GatewayError `invalid_recipient`, or `conflict` if the number is already blocked.
 */
export async function blockByHand(
  db: Queryable,
  accountId: number,
  given: string,
  now: Date,
): Promise<string> {
  const msisdn = normaliseMsisdn(given);
  if (msisdn === null) throw new GatewayError("invalid_recipient", "This is not a phone number.");
  // A mistyped number must be rejected: otherwise the caller would believe that the phone is blocked.
  if (!canReceiveSms(msisdn))
    throw new GatewayError(
      "invalid_recipient",
      "This number can't receive texts: it is not a mobile number.",
    );
  const rows = await db.query<ChangedRow>(blockByHandStatement({ accountId, msisdn }, BLOCKED_BY_HAND, now));
  if (rows.length === 0) throw new GatewayError("conflict", `${msisdn} is already blocked.`);
  if (rows.some(({ isTold }) => isTold)) db.wake("webhooks");
  return msisdn;
}

import { GatewayError } from "@/lib/errors";
import { excerpt } from "@/lib/parsing/excerpt";
import { mapInSlices } from "@/lib/parsing/map-in-slices";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** A recipient as the caller wrote it, and its number; null if it has none. */
export type Recipient = { given: string; msisdn: string | null };

/**
 * Reads one recipient (rules: recipients).
 * @throws GatewayError `invalid_recipient`.
 */
export function readRecipient(to: string): Recipient {
  const msisdn = normaliseMsisdn(to);
  if (msisdn === null) throw new GatewayError("invalid_recipient", `Parameter 'to': ${unaddressable(to)}`);
  return { given: to, msisdn };
}

/** The recipients that are read without a break: each may have a hundred characters. */
const SLICE = 500;

/**
 * Reads a list of recipients (rules: bulk send), a long one in slices. Texts that are no numbers stay in the
 * list.
 * @throws GatewayError `too_many_recipients` for more than `most`, `invalid_parameter` for none.
 */
export async function readRecipients(to: readonly string[], most: number): Promise<Recipient[]> {
  if (to.length === 0)
    throw new GatewayError("invalid_parameter", "Parameter 'to' must name at least one recipient.");
  if (to.length > most) {
    throw new GatewayError(
      "too_many_recipients",
      `Parameter 'to' has ${to.length} recipients; one request takes at most ${most}. Split it.`,
    );
  }
  return mapInSlices(to, SLICE, (given) => ({ given, msisdn: normaliseMsisdn(given) }));
}

/** Returns the reason that a recipient cannot be addressed, for a text that names the parameter before it. */
export function unaddressable(given: string): string {
  return `'${excerpt(given, 40)}' is not a phone number of 6 to 15 digits in international form.`;
}

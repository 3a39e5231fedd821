import { GatewayError } from "@/lib/errors";
import { readWriter } from "@/lib/sms/numbers/who-wrote";

/**
 * Returns the stored form of a sender in a rule's filter (rules: who wrote).
 * @throws GatewayError `invalid_parameter`.
 */
export function requireWriter(written: string): string {
  const writer = readWriter(written);
  if (writer !== null) return writer;
  throw new GatewayError(
    "invalid_parameter",
    `'${written}' is not a number, a beginning of numbers such as 021*, or a sender's name.`,
  );
}

/**
 * Returns the sender of a text that is tried, in the form of messages in.
 * @throws GatewayError `invalid_parameter`.
 */
export function requireNumber(written: string): string {
  const writer = readWriter(written);
  if (writer !== null && !writer.endsWith("*")) return writer;
  throw new GatewayError("invalid_parameter", `'${written}' is not a phone number or a sender's name.`);
}

import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/**
 * Returns the number in an address of ours: `<number>@<email-to-SMS domain>`.
 * @throws EmailRefusal for an address with another domain, and for one without a number.
 */
export function readRecipientNumber(address: string, ownDomain: string): string {
  const at = address.lastIndexOf("@");
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, "");
  const named = address.replace(/\p{Cc}/gu, " ").slice(0, 80);
  if (at < 0 || domain !== ownDomain) {
    throw new EmailRefusal(
      "relay",
      `'${named}' is not an address of this server. Write to <number>@${ownDomain}.`,
    );
  }
  const msisdn = normaliseMsisdn(address.slice(0, at).replace(/^"(.*)"$/, "$1"));
  if (msisdn !== null) return msisdn;
  throw new EmailRefusal(
    "not_a_number",
    `'${named}' does not begin with a phone number of 6 to 15 digits in international form.`,
  );
}

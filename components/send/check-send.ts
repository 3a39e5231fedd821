import { formatCount } from "@/components/ui/count";
import { daysAfter, nzDay, nzMinute } from "@/components/ui/said-time";
import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";
import type { TextMeasure } from "@/lib/sms/text/measure";
import { MAX_PARTS } from "@/lib/sms/text/segments";

export type FormErrors = { numbers?: string; body?: string; sendAt?: string; window?: string };

/**
 * Returns the missing and excessive values of the form, or an empty object if it can be sent.
 * @param list the recipients; null if they are lists of contacts.
 * @param sendAt the time to send at, New Zealand time, `YYYY-MM-DDTHH:MM`. Empty: now.
 */
export function checkForm(
  list: RecipientList | null,
  measured: TextMeasure,
  maxRecipients: number,
  sendAt = "",
): FormErrors {
  const errors: FormErrors = {};
  const many = list?.recipients.length;
  if (many === undefined) {
    // The server looks up the members of lists.
  } else if (many === 0) errors.numbers = "Enter at least one valid mobile number.";
  else if (many > maxRecipients) {
    errors.numbers = `You’ve entered ${formatCount(many)} numbers. You can send to ${formatCount(maxRecipients)} at a time, so split the list.`;
  }
  if (measured.text === "") errors.body = "Enter a message.";
  else if (measured.tooLong) {
    errors.body = `Your message is longer than ${MAX_PARTS} parts. Shorten it.`;
  }
  if (sendAt !== "" && sendAt.slice(0, 10) > daysAfter(nzDay(new Date()), MAX_DAYS_AHEAD))
    errors.sendAt = `Choose a time in the next ${MAX_DAYS_AHEAD} days.`;
  else if (sendAt !== "" && sendAt <= nzMinute(new Date())) errors.sendAt = "Choose a time in the future.";
  return errors;
}

/**
 * Returns an idempotency key, which makes repeats of one filled form the same request. `randomUUID` would
 * need https.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

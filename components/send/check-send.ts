import { formatCount } from "@/components/ui/count";
import type { RecipientList } from "@/lib/sms/numbers/recipient-list";
import type { Measured } from "@/lib/sms/text/measure";
import { MAX_PARTS } from "@/lib/sms/text/segments";

export type FormErrors = { numbers?: string; body?: string };

/** What is missing or too much. Empty where the form can be sent. */
export function checkForm(list: RecipientList, measured: Measured, maxRecipients: number): FormErrors {
  const errors: FormErrors = {};
  const many = list.recipients.length;
  if (many === 0) errors.numbers = "Enter at least one valid mobile number.";
  else if (many > maxRecipients) {
    errors.numbers = `You’ve entered ${formatCount(many)} numbers. You can send to ${formatCount(maxRecipients)} at a time, so split the list.`;
  }
  if (measured.text === "") errors.body = "Enter a message.";
  else if (measured.tooLong) {
    errors.body = `Your message is longer than ${MAX_PARTS} parts. Shorten it.`;
  }
  return errors;
}

/** An idempotency key: repeats of one filled form are the same request. `randomUUID` would need https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

import type { AlertKind, AlertRecord } from "@/lib/contracts/members/billing";
import { formatMoney } from "@/lib/money";

/**
 * The words for each kind of alert: its title, the words before the amount, and the words after an alert was
 * sent.
 */
export const ALERT_WORDS: Record<AlertKind, { title: string; when: string; again: string }> = {
  balance: {
    title: "Balance falls below",
    when: "Balance below",
    again: "Again once the balance has been above it.",
  },
  day: { title: "Charges in a day pass", when: "Charges in a day over", again: "Again from tomorrow." },
  month: {
    title: "Charges in a month pass",
    when: "Charges in a month over",
    again: "Again from next month.",
  },
};

/** Converts a typed amount to the API's form: "$5,000.50" to `5000.50`. */
export function typedAmount(text: string): string {
  return text
    .trim()
    .replace(/^(NZ)?\$/i, "")
    .replaceAll(",", "");
}

/** Formats an alert for use within a sentence: `balance below $20.00`. */
export function nameOfAlert({ kind, amount }: AlertRecord): string {
  return `${ALERT_WORDS[kind].when.toLowerCase()} ${formatMoney(amount)}`;
}

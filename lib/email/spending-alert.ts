import { z } from "zod";
import { amountInWords, amountsInWords, micros, placeOfBilling } from "@/lib/email/alert-words";

/** The details of charges above alerts, in micro-dollars, as text, GST included. */
export const spendingAlert = z.object({
  /** The New Zealand day as `YYYY-MM-DD`, or the month as `YYYY-MM`. */
  period: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/),
  chargedMicros: micros,
  /** The passed alerts, the lowest first. */
  passedMicros: z.array(micros).min(1),
});

/**
 * Writes the email about charges above alerts: the day or month, the amount, and the remedy.
 * @param appUrl the address of this installation. Without it, only the page's name is given.
 */
export function writeSpendingAlert(
  { period, chargedMicros, passedMicros }: z.infer<typeof spendingAlert>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const charged = amountInWords(chargedMicros);
  const isDay = period.length > "YYYY-MM".length;
  const several = passedMicros.length > 1;
  return {
    subject: `Your charges for ${period}: ${charged}`,
    text: `Hello,

Your account was charged ${charged} including GST ${isDay ? "on" : "in"} ${period} (New Zealand time). That is more than your ${isDay ? "daily" : "monthly"} spending ${several ? "alerts" : "alert"} of ${amountsInWords(passedMicros)}. Sending goes on: an alert stops nothing.

See your charges, or change or remove your alerts, ${placeOfBilling(appUrl)}.

You won't get another alert for ${several ? "these amounts" : "this amount"} until the next ${isDay ? "day" : "month"}.
`,
  };
}

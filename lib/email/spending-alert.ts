import { z } from "zod";
import { amountInWords, amountsInWords, micros, placeOfBilling } from "@/lib/email/alert-words";

/** What is told of charges that have passed alerts; in micro-dollars, as text, GST included. */
export const spendingAlert = z.object({
  /** The New Zealand day as `YYYY-MM-DD`, or the month as `YYYY-MM`. */
  period: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/),
  chargedMicros: micros,
  /** The amounts that it has passed, the lowest first. */
  passedMicros: z.array(micros).min(1),
});

/**
 * The email about charges that have passed alerts: of which day or month, how much it is, and what to do.
 * @param appUrl where people reach this installation; without it the page is named alone.
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

See what was charged, or change or remove your alerts, ${placeOfBilling(appUrl)}.

You won't get another alert for ${several ? "these amounts" : "this amount"} until the next ${isDay ? "day" : "month"}.
`,
  };
}

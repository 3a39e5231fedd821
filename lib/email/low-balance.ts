import { z } from "zod";
import { amountInWords, amountsInWords, micros, placeOfBilling } from "@/lib/email/alert-words";

/** The details of a balance below alerts, in micro-dollars, as text. */
export const lowBalance = z.object({
  balanceMicros: micros,
  /** The lowest of the alerts. */
  lowBalanceMicros: micros,
  /** The other alerts that it fell below at the same time, the highest first. */
  higherMicros: z.array(micros).default([]),
});

/**
 * Writes the email about a low balance: the balance, the effect of an empty balance, and the ways to add
 * money.
 * @param appUrl the address of this installation. Without it, only the page's name is given.
 */
export function writeLowBalance(
  { balanceMicros, lowBalanceMicros, higherMicros }: z.infer<typeof lowBalance>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const left = amountInWords(balanceMicros);
  const several = higherMicros.length > 0;
  return {
    subject: `Your balance is low: ${left}`,
    text: `Hello,

Your balance is ${left}, below your alert ${several ? "levels" : "level"} of ${amountsInWords([...higherMicros, lowBalanceMicros])}. Messages that cost more than your balance are refused.

Add money, or change or remove your alerts, ${placeOfBilling(appUrl)}.

You won't get another alert for ${several ? "one of these levels until your balance has been above it" : "this level until your balance has been above it"}.
`,
  };
}

import { z } from "zod";
import { amountInWords, amountsInWords, micros, placeOfBilling } from "@/lib/email/alert-words";

/** What is told of a balance that has fallen below alerts; in micro-dollars, as text. */
export const lowBalance = z.object({
  balanceMicros: micros,
  /** The lowest of them. */
  lowBalanceMicros: micros,
  /** All others that it fell below at the same time, the highest first. */
  higherMicros: z.array(micros).default([]),
});

/**
 * The email about a low balance: how much is left, what happens without any, and how more comes.
 * @param appUrl where people reach this installation; without it the page is named alone.
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

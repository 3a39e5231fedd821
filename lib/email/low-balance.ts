import { z } from "zod";
import { toDecimal } from "@/lib/money";

/** What is told of a balance that has become low; both in micro-dollars, as text. */
export const lowBalance = z.object({
  balanceMicros: z.string().regex(/^\d+$/),
  lowBalanceMicros: z.string().regex(/^\d+$/),
});

/**
 * The email about a low balance: how much is left, what happens without any, and how more comes.
 * @param appUrl where people reach this installation; without it the page is named alone.
 */
export function writeLowBalance(
  { balanceMicros, lowBalanceMicros }: z.infer<typeof lowBalance>,
  appUrl: string | undefined,
): { subject: string; text: string } {
  const left = `NZ$${toDecimal(BigInt(balanceMicros))}`;
  const where = appUrl === undefined ? "in Billing in the Members Area" : `at ${appUrl}/billing`;
  return {
    subject: `Your balance is low: ${left}`,
    text: `Hello,

Your balance is ${left}, below your alert level of NZ$${toDecimal(BigInt(lowBalanceMicros))}. Messages that cost more than your balance are refused.

Add money, or change or turn off this alert, ${where}.

You won't get another alert until your balance has been above that level.
`,
  };
}

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
  const where = appUrl === undefined ? "the page Billing of the Members Area" : `${appUrl}/billing`;
  return {
    subject: `Your balance is low: ${left}`,
    text: `Hello,

the balance of this account is ${left}, which is below the NZ$${toDecimal(BigInt(lowBalanceMicros))} that you want to be told of. Messages that it does not cover are refused.

How to add money, and how to change or end this notice, is on ${where}.

There is no other notice until the balance has been above that amount again.
`,
  };
}

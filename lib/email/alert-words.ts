import { z } from "zod";
import { formatNzMoney, toDecimal } from "@/lib/money";

/** An amount in micro-dollars, as text. */
export const micros = z.string().regex(/^\d+$/);

/** Returns an amount in micro-dollars in words: "NZ$1,250.00". */
export function amountInWords(amount: string): string {
  return formatNzMoney(toDecimal(BigInt(amount)));
}

/** Returns amounts in micro-dollars in words: "NZ$20.00, NZ$10.00 and NZ$5.00". */
export function amountsInWords(amounts: readonly string[]): string {
  const said = amounts.map(amountInWords);
  const last = said.pop() ?? "";
  return said.length === 0 ? last : `${said.join(", ")} and ${last}`;
}

/** Returns the end of a sentence about the page for top-ups and alerts. */
export function placeOfBilling(appUrl: string | undefined): string {
  return appUrl === undefined ? "in Billing in the Members Area" : `at ${appUrl}/billing`;
}

import { z } from "zod";
import { formatNzMoney, toDecimal } from "@/lib/money";

/** An amount in micro-dollars, as text. */
export const micros = z.string().regex(/^\d+$/);

/** An amount in micro-dollars as a sentence has it: "NZ$1,250.00". */
export function amountInWords(amount: string): string {
  return formatNzMoney(toDecimal(BigInt(amount)));
}

/** Amounts in micro-dollars as a sentence has them: "NZ$20.00, NZ$10.00 and NZ$5.00". */
export function amountsInWords(amounts: readonly string[]): string {
  const said = amounts.map(amountInWords);
  const last = said.pop() ?? "";
  return said.length === 0 ? last : `${said.join(", ")} and ${last}`;
}

/** Where money is added and alerts are changed, as the end of a sentence. */
export function placeOfBilling(appUrl: string | undefined): string {
  return appUrl === undefined ? "in Billing in the Members Area" : `at ${appUrl}/billing`;
}

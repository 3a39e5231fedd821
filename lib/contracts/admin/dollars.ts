import { text } from "@/lib/contracts/base/parameters";
import { DASHES } from "@/lib/sms/characters/dashes-and-blanks";

const PRICE = /^\d{1,6}(\.\d{1,6})?$/;
const AMOUNT = /^[+-]?\d{1,9}(\.\d{1,6})?$/;

/** A minus sign as people type or paste it. */
const SIGN = new RegExp(`^[${DASHES}]`, "u");

/** A price in a form: dollars, never negative, to a millionth. */
export function price() {
  return text().trim().regex(PRICE, "must be dollars with at most six decimals, such as 0.10");
}

/** What a balance is to change by: dollars with a sign, and not nothing. A plus sign may be left out. */
export function signedDollars() {
  return text()
    .trim()
    .transform((given) => given.replace(SIGN, "-"))
    .refine((given) => AMOUNT.test(given), "must be dollars such as 25.00, or -25.00 to take away")
    .refine((given) => /[1-9]/.test(given), "must not be nothing")
    .transform((given) => given.replace("+", ""));
}

import { text } from "@/lib/contracts/base/parameters";
import { DASHES } from "@/lib/sms/characters/dashes-and-blanks";

const PRICE = /^\d{1,6}(\.\d{1,6})?$/;
const AMOUNT = /^[+-]?\d{1,9}(\.\d{1,6})?$/;

/** A minus sign as people type or paste it. */
const SIGN = new RegExp(`^[${DASHES}]`, "u");

/** Creates the schema of a price in a form: dollars to a millionth, never negative. */
export function price() {
  return text().trim().regex(PRICE, "must be dollars with at most six decimals, such as 0.10");
}

/** Creates the schema of a balance's change: dollars with a sign, not zero. A plus sign may be omitted. */
export function signedDollars() {
  return text()
    .trim()
    .transform((given) => given.replace(SIGN, "-"))
    .refine((given) => AMOUNT.test(given), "must be dollars such as 25.00, or -25.00 to take away")
    .refine((given) => /[1-9]/.test(given), "must not be nothing")
    .transform((given) => given.replace("+", ""));
}

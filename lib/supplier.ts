import { z } from "zod";
import { optional } from "@/lib/setting-rules";

/** The supplier of the service, as statements name it. */
export type Supplier = {
  name: string;
  /** The lines of the address. */
  address: string[];
  /** Digits in groups, such as `49-091-850`; null for a supplier that is not registered for GST. */
  gstNumber: string | null;
};

/** The most lines of an address in a statement. */
const MAX_ADDRESS_LINES = 6;

const linesOf = (text: string) =>
  text
    .replaceAll("\\n", "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The settings of the supplier. `\n` begins a new line of the address. */
export const supplierSettings = {
  SUPPLIER_NAME: optional(z.string().max(100, "must be at most 100 characters long").optional()),
  SUPPLIER_ADDRESS: optional(
    z
      .string()
      .max(500, "must be at most 500 characters long")
      .transform(linesOf)
      .refine(({ length }) => length <= MAX_ADDRESS_LINES, `must have at most ${MAX_ADDRESS_LINES} lines`)
      .optional(),
  ),
  SUPPLIER_GST_NUMBER: optional(
    z
      .string()
      .refine((text) => gstNumberDigits(text) !== null, "must be a GST number whose check digit is right")
      .transform(writtenGstNumber)
      .optional(),
  ),
};

type Values = {
  SUPPLIER_NAME?: string | undefined;
  SUPPLIER_ADDRESS?: string[] | undefined;
  SUPPLIER_GST_NUMBER?: string | undefined;
};

/** Returns the supplier in the settings, or undefined. */
export function supplierOf(value: Values): Supplier | undefined {
  if (value.SUPPLIER_NAME === undefined) return undefined;
  return {
    name: value.SUPPLIER_NAME,
    address: value.SUPPLIER_ADDRESS ?? [],
    gstNumber: value.SUPPLIER_GST_NUMBER ?? null,
  };
}

/** Returns a sentence about the missing name of an address or a GST number; null without a defect. */
export function missingSupplierName(value: Values): string | null {
  const needed = value.SUPPLIER_ADDRESS !== undefined || value.SUPPLIER_GST_NUMBER !== undefined;
  return needed && value.SUPPLIER_NAME === undefined
    ? "Setting SUPPLIER_NAME is missing: statements name whose address and GST number they have."
    : null;
}

const FIRST_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2] as const;
const SECOND_WEIGHTS = [7, 4, 3, 2, 5, 2, 7, 6] as const;

/** The range of New Zealand's tax numbers. */
const MIN_NUMBER = 10_000_000;
const MAX_NUMBER = 200_000_000;

/**
 * Returns the nine digits of a New Zealand GST number, with a 0 before a shorter one. The last digit checks the
 * others by Inland Revenue's weights, modulo 11.
 * @returns null for any other text. Never throws.
 */
export function gstNumberDigits(text: string): string | null {
  if (!/^\d{2,3}([ -]?)\d{3}\1\d{3}$/.test(text.trim())) return null;
  const digits = text.replaceAll(/\D/g, "").padStart(9, "0");
  if (Number(digits) < MIN_NUMBER || Number(digits) > MAX_NUMBER) return null;
  const first = checkDigit(digits, FIRST_WEIGHTS);
  const check = first === 10 ? checkDigit(digits, SECOND_WEIGHTS) : first;
  return check === Number(digits[8]) ? digits : null;
}

function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (11 - (sum % 11)) % 11;
}

function writtenGstNumber(text: string): string {
  return (gstNumberDigits(text) ?? "").replace(/^0?(\d{2,3})(\d{3})(\d{3})$/, "$1-$2-$3");
}

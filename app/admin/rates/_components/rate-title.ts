import type { RateRecord } from "@/lib/contracts/admin/rates";
import { DEFAULT_CODE } from "@/lib/contracts/base/values";

/** Formats a destination: its main countries, and the number of others. */
export function titleOf({ callingCode, places }: Pick<RateRecord, "callingCode" | "places">): string {
  if (callingCode === DEFAULT_CODE) return "Everywhere else";
  const [first, second, ...others] = places;
  if (first === undefined) return `+${callingCode}`;
  if (others.length > 0) return `${first} and ${others.length + 1} others`;
  return second === undefined ? first : `${first} and ${second}`;
}

import { type Fields, isEmpty, type Path, valueAt } from "@/lib/integrations/read-body";
import { mobileIn } from "@/lib/sms/numbers/msisdn";

/** The name in a path that stands for each entry of a list. */
export const EACH = "*";

/** The most entries of a list that are read: no contact has more phones. */
const MAX_PHONES = 100;

/**
 * Returns the number of a contact that a text goes to (rules: integration body, usable numbers): the first that can
 * receive texts, as digits. If there is none, it returns the first non-empty value as written, so that the account
 * sees the wrong value.
 * @param paths the places of numbers in the body, in order of preference.
 * @param country two letters: the country of numbers without a country code.
 * @returns undefined if the body has none.
 */
export function contactNumber(body: Fields, paths: readonly Path[], country: string): unknown {
  const given = paths
    .flatMap((path) => valuesAt(body, path))
    .filter((value) => value !== undefined && !isEmpty(value));
  for (const value of given) {
    const isWritten = typeof value === "string" || typeof value === "number";
    const msisdn = isWritten ? mobileIn(String(value), country) : null;
    if (msisdn !== null) return msisdn;
  }
  return given[0];
}

function valuesAt(body: Fields, path: Path): unknown[] {
  const each = path.indexOf(EACH);
  if (each < 0) return [valueAt(body, path)];
  const list = valueAt(body, path.slice(0, each));
  const entries: unknown[] = Array.isArray(list) ? list.slice(0, MAX_PHONES) : [];
  return entries.map((entry) => valueAt(entry, path.slice(each + 1)));
}

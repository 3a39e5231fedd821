import { type Fields, isEmpty, type Path, valueAt } from "@/lib/integrations/read-body";
import { mobileIn } from "@/lib/sms/numbers/msisdn";

/** Stands in a path for each entry of a list. */
export const EACH = "*";

/** Most entries of a list that are looked at: nobody has more phones. */
const MAX_PHONES = 100;

/**
 * The number of a contact that a text goes to (rules: integration body, usable numbers): the first that can receive
 * one, as digits. Where none can, the first that says anything, as it is written, so that the account is told what is
 * wrong with it.
 * @param paths where the body may have numbers, in the order in which they are preferred.
 * @param country two letters, in which numbers without a country code are read.
 * @returns undefined where the body has none.
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

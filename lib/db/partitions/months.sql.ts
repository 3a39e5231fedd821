import { monthAfter } from "@/lib/db/partitions/partitions";
import { NOTHING, type Sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";

/** Months that follow one another, by the ids between which they are, and a name for statements about them. */
export type Months = { name: string; from: string; to: string };

/** A message is reported on within that time, all but a few. */
const REPORTED_WITHIN_MS = 3 * 24 * 3_600_000;

/** How far ahead the clock of another server may be, or how long ago a statement was made. */
const AHEAD_MS = 3_600_000;

/**
 * The months whose messages are on their way at an instant, all but a few: this one, and at its ends that before or after it.
 * A statement that may look for a message in any month opens all partitions, however few it reads; so a frequent one looks
 * here first, and once more in all where it has not found something.
 */
export function recentMonths(now: Date): Months {
  const from = monthAfter(new Date(now.getTime() - REPORTED_WITHIN_MS), 0);
  const to = monthAfter(new Date(now.getTime() + AHEAD_MS), 1);
  return { name: `${month(from)}-${month(to)}`, from: idAt(from), to: idAt(to) };
}

const month = (at: Date) => at.toISOString().slice(0, 7);

/**
 * The condition, with `and` in front, that a column is of these months; in the text, so that it is planned for them.
 * Null: of any.
 */
export function within(months: Months | null, { text }: Sql): Sql {
  if (months === null) return NOTHING;
  return { text: `and ${text} >= '${months.from}'::uuid and ${text} < '${months.to}'::uuid`, values: [] };
}

/** The name of a statement about these months. */
export function namedFor(months: Months | null, name: string): string {
  return months === null ? name : `${name}-${months.name}`;
}

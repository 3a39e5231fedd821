import { monthAfter } from "@/lib/db/partitions/partitions";
import { NOTHING, type Sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";

/** Consecutive months as a range of ids, and a name for statements about them. */
export type Months = { name: string; from: string; to: string };

/** The time within which almost every message is reported. */
const REPORTED_WITHIN_MS = 3 * 24 * 3_600_000;

/** The most that the clock of another server is ahead, or that a statement is old. */
const AHEAD_MS = 3_600_000;

/**
 * Returns the months of almost all messages in progress: the current month, and at its ends the adjacent one. A
 * statement about any month opens all partitions, even for few rows. A frequent statement therefore searches these
 * months first, and all months only for missing rows.
 */
export function recentMonths(now: Date): Months {
  const from = monthAfter(new Date(now.getTime() - REPORTED_WITHIN_MS), 0);
  const to = monthAfter(new Date(now.getTime() + AHEAD_MS), 1);
  return { name: `${month(from)}-${month(to)}`, from: idAt(from), to: idAt(to) };
}

const month = (at: Date) => at.toISOString().slice(0, 7);

/**
 * Returns the condition, with `and` in front, that a column is of these months. It is part of the text, so that the
 * plan depends on it. Null means any month.
 */
export function within(months: Months | null, { text }: Sql): Sql {
  if (months === null) return NOTHING;
  return { text: `and ${text} >= '${months.from}'::uuid and ${text} < '${months.to}'::uuid`, values: [] };
}

/** Returns the name of a statement about these months. */
export function namedFor(months: Months | null, name: string): string {
  return months === null ? name : `${name}-${months.name}`;
}

import { formatCursor, type Place } from "@/lib/contracts/members/cursor";
import type { Stretch } from "@/lib/db/keyset.sql";

/** A page of a list, newest first, and the cursors of the pages beside it. */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/**
 * Reads a page and one row more, which tells whether there is a page beyond. Where less than a page is newer than
 * `after`, the page is the newest one, and full.
 * @param read gives the rows of a stretch, nearest to its place first.
 */
export async function readKeysetPage<Row extends Place>(
  asked: { limit: number; before?: Place | undefined; after?: Place | undefined },
  read: (stretch: Stretch) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  const { limit, before, after } = asked;
  if (after) {
    const rows = await read({ place: after, direction: "newer", limit: limit + 1 });
    if (rows.length > limit) return pageOf(rows.slice(0, limit).reverse(), true, true);
  }
  const rows = await read({ place: after ? null : (before ?? null), direction: "older", limit: limit + 1 });
  return pageOf(rows.slice(0, limit), !after && before !== undefined, rows.length > limit);
}

function pageOf<Row extends Place>(rows: Row[], hasNewer: boolean, hasOlder: boolean): KeysetPage<Row> {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    newer: hasNewer && first ? formatCursor(first) : null,
    older: hasOlder && last ? formatCursor(last) : null,
  };
}

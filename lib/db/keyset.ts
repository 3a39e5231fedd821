import { formatCursor, type Place } from "@/lib/contracts/members/cursor";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** Which way a page is read from its place; without a place, from the newest. */
export type Direction = "older" | "newer";

/** Where reading begins, which way it goes, and how many rows there may be. */
export type Stretch = { place: Place | null; direction: Direction; limit: number };

/** The columns that a list is sorted by; an index has both descending. */
export type SortedBy = { at: Sql; id: Sql };

/** The condition, with `and` in front, that keeps to one side of a place. */
export function beyond({ at, id }: SortedBy, { place, direction }: Stretch): Sql {
  if (place === null) return NOTHING;
  const there = sql`(${place.at}::timestamptz, ${place.id}::uuid)`;
  return direction === "older" ? sql`and (${at}, ${id}) < ${there}` : sql`and (${at}, ${id}) > ${there}`;
}

/** `order by` and `limit` of a stretch: nearest to its place first. */
export function nearestFirst({ at, id }: SortedBy, { direction, limit }: Stretch): Sql {
  return direction === "older"
    ? sql`order by ${at} desc, ${id} desc limit ${limit}`
    : sql`order by ${at}, ${id} limit ${limit}`;
}

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

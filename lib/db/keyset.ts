import { formatCursor, type Place } from "@/lib/contracts/members/cursor";
import type { Stretch, StretchOf } from "@/lib/db/keyset.sql";

/**
 * A page of a list, and the cursors of the pages beside it: `after` leads to what is newer, `before` to what is older, whichever
 * comes first.
 */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** Which page is asked for. `order` without a minus in front: the oldest first, and so backwards. */
export type KeysetAsked<Spot> = {
  limit: number;
  before?: Spot | undefined;
  after?: Spot | undefined;
  order?: string | undefined;
};

/** A page of a list by time, in its order. */
export function readKeysetPage<Row extends Place>(
  asked: KeysetAsked<Place>,
  read: (stretch: Stretch) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  return readPageBy(formatCursor, asked, read);
}

/**
 * Reads a page and one row more, which tells whether there is a page beyond. Where less than a page is on the way back to
 * the beginning, the page is the first one, and full.
 * @param format writes a row's place as a cursor.
 * @param read gives the rows of a stretch, nearest to its place first.
 */
export async function readPageBy<Row, Spot>(
  format: (row: Row) => string,
  { limit, before, after, order = "-" }: KeysetAsked<Spot>,
  read: (stretch: StretchOf<Spot>) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  const isDown = order.startsWith("-");
  const [onwards, backwards] = isDown ? (["older", "newer"] as const) : (["newer", "older"] as const);
  const [from, back] = isDown ? [before, after] : [after, before];
  const pageOf = (rows: Row[], hasPrevious: boolean, hasNext: boolean): KeysetPage<Row> => {
    const [first, last] = [rows[0], rows.at(-1)];
    const previous = hasPrevious && first ? format(first) : null;
    const next = hasNext && last ? format(last) : null;
    return isDown ? { rows, newer: previous, older: next } : { rows, newer: next, older: previous };
  };
  if (back) {
    const rows = await read({ place: back, direction: backwards, limit: limit + 1 });
    if (rows.length > limit) return pageOf(rows.slice(0, limit).reverse(), true, true);
  }
  const rows = await read({ place: back ? null : (from ?? null), direction: onwards, limit: limit + 1 });
  return pageOf(rows.slice(0, limit), !back && from !== undefined, rows.length > limit);
}

import { formatCursor, type Place } from "@/lib/contracts/members/cursor";
import type { Stretch, StretchOf } from "@/lib/db/keyset.sql";

/**
 * A page of a list, and the cursors of the adjacent pages: `newer` leads to newer rows, and `older` to
 * older ones, in either order of the list.
 */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** The requested page. An `order` without a minus in front lists the oldest first, and reverses the directions. */
export type KeysetAsked<Spot> = {
  limit: number;
  before?: Spot | undefined;
  after?: Spot | undefined;
  order?: string | undefined;
};

/** Reads a page of a list by time, in its order. */
export function readKeysetPage<Row extends Place>(
  asked: KeysetAsked<Place>,
  read: (stretch: Stretch) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  return readPageBy(formatCursor, asked, read);
}

/**
 * Rows of a stretch, the nearest to its position first. `stoppedAt` is the end of a search that stopped before there
 * were enough rows.
 */
export type FoundRows<Row, Spot = Place> = { rows: Row[]; stoppedAt: Spot | null };

/** A page of a list with a limited search: the rows found until then, and cursors that continue there. */
export type SearchedPage<Row, Spot = Place> = KeysetPage<Row> & { stoppedAt: Spot | null };

/** Reads a page of a list by time with a limited search, in the list's order. */
export function readSearchedPage<Row extends Place>(
  asked: KeysetAsked<Place>,
  read: (stretch: Stretch) => Promise<FoundRows<Row>>,
): Promise<SearchedPage<Row>> {
  return searchPageBy(formatCursor, asked, read);
}

/**
 * Reads a page and one row more, which shows whether there is a further page. If less than a page remains on the way
 * back to the beginning, it returns the first page, and fills it.
 * @param format writes a row's position as a cursor.
 * @param read returns the rows of a stretch, the nearest to its position first.
 */
export async function readPageBy<Row, Spot>(
  format: (row: Row | Spot) => string,
  asked: KeysetAsked<Spot>,
  read: (stretch: StretchOf<Spot>) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  const { stoppedAt: _, ...page } = await searchPageBy<Row, Spot>(format, asked, async (stretch) => ({
    rows: await read(stretch),
    stoppedAt: null,
  }));
  return page;
}

async function searchPageBy<Row, Spot>(
  format: (row: Row | Spot) => string,
  { limit, before, after, order = "-" }: KeysetAsked<Spot>,
  read: (stretch: StretchOf<Spot>) => Promise<FoundRows<Row, Spot>>,
): Promise<SearchedPage<Row, Spot>> {
  const isDown = order.startsWith("-");
  const [onwards, backwards] = isDown ? (["older", "newer"] as const) : (["newer", "older"] as const);
  const [from, back] = isDown ? [before, after] : [after, before];
  const cursor = (place: Row | Spot | null | undefined) => (place ? format(place) : null);
  const pageOf = (rows: Row[], previous: string | null, next: string | null): KeysetPage<Row> =>
    isDown ? { rows, newer: previous, older: next } : { rows, newer: next, older: previous };
  if (back) {
    const { rows, stoppedAt } = await read({ place: back, direction: backwards, limit: limit + 1 });
    if (rows.length > limit || stoppedAt) {
      const shown = rows.slice(0, limit).reverse();
      const previous = cursor(stoppedAt ?? shown[0]);
      return { ...pageOf(shown, previous, cursor(shown.at(-1) ?? stoppedAt)), stoppedAt };
    }
  }
  const place = back ? null : (from ?? null);
  const { rows, stoppedAt } = await read({ place, direction: onwards, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const previous = place === null ? null : cursor(shown[0] ?? stoppedAt);
  const next = cursor(rows.length > limit ? shown.at(-1) : stoppedAt);
  return { ...pageOf(shown, previous, next), stoppedAt };
}

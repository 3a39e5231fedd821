import type { Place } from "@/lib/contracts/members/cursor";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** The direction of a page from its position. Without a position, a page begins with the newest or the oldest row. */
export type Direction = "older" | "newer";

/** The start of a read, its direction, and the most rows. */
export type StretchOf<Spot> = { place: Spot | null; direction: Direction; limit: number };

/** A stretch of a list by time. */
export type Stretch = StretchOf<Place>;

/** The columns of a list's order. An index has both descending. */
export type SortedBy = { at: Sql; id: Sql };

/** Returns the condition, with `and` in front, for the rows on one side of a position. */
export function beyond({ at, id }: SortedBy, { place, direction }: Stretch): Sql {
  if (place === null) return NOTHING;
  const there = sql`(${place.at}::timestamptz, ${place.id}::uuid)`;
  return direction === "older" ? sql`and (${at}, ${id}) < ${there}` : sql`and (${at}, ${id}) > ${there}`;
}

/** Returns `order by` and `limit` of a stretch: the nearest to its position first. */
export function nearestFirst({ at, id }: SortedBy, { direction, limit }: Stretch): Sql {
  return direction === "older"
    ? sql`order by ${at} desc, ${id} desc limit ${limit}`
    : sql`order by ${at}, ${id} limit ${limit}`;
}

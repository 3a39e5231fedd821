import type { Place } from "@/lib/contracts/members/cursor";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** Which way a page is read from its place; without a place, from the newest, or from the oldest. */
export type Direction = "older" | "newer";

/** Where reading begins, which way it goes, and how many rows there may be. */
export type StretchOf<Spot> = { place: Spot | null; direction: Direction; limit: number };

/** A stretch of a list by time. */
export type Stretch = StretchOf<Place>;

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

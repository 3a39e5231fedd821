import { z } from "zod";
import { oneOf, text } from "@/lib/contracts/base/parameters";
import { TIME_ORDERS } from "@/lib/contracts/base/values";

/**
 * A row's place in a list that is sorted by time and id. Lists that grow all day are paged by it: the next page begins
 * behind a row, not after so many rows, so that it costs the same however far back it is and nothing is shown twice.
 */
export type Place = { at: Date; id: string };

/** The order of a list by time: the oldest first, or the newest. */
export type TimeOrder = (typeof TIME_ORDERS)[number];

/** How many rows of a list are counted at most. */
export const MAX_COUNTED = 1_000;

/** How many rows a list has, of the first `MAX_COUNTED` that an index finds for it. */
export const counted = z.object({
  count: z.int(),
  /** Whether more rows were found than are read. There are at least `count` then. */
  isMore: z.boolean(),
});

export type Counted = z.output<typeof counted>;

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The last instant of the year 9999: later ones have no text that PostgreSQL reads. No row of ours is that late. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** A place as it stands in an address. */
export function formatCursor({ at, id }: Place): string {
  return `${at.getTime()}.${id}`;
}

function readCursor(value: string): Place | null {
  const [, at, id] = CURSOR.exec(value) ?? [];
  return at !== undefined && id !== undefined && Number(at) <= LAST_MS
    ? { at: new Date(Number(at)), id }
    : null;
}

function cursorBy<Spot>(read: (value: string) => Spot | null) {
  return text().transform((value, context): Spot => {
    const place = read(value);
    if (place !== null) return place;
    context.addIssue({ code: "custom", message: "must be a cursor from an answer" });
    return z.NEVER;
  });
}

/** A row's place in a list that is sorted by name and id. */
export type NamePlace = { name: string; id: string };

const NAME_CURSOR = /^n([\w-]{0,430})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A place by name as it stands in an address. */
export function formatNameCursor({ name, id }: NamePlace): string {
  return `n${Buffer.from(name).toString("base64url")}.${id}`;
}

/** A place by name that an earlier answer named; null for anything else. */
function readNameCursor(value: string): NamePlace | null {
  const [, encoded, id] = NAME_CURSOR.exec(value) ?? [];
  if (encoded === undefined || id === undefined) return null;
  const name = Buffer.from(encoded, "base64url").toString();
  return name.includes("\0") ? null : { name, id };
}

/** A place by time that an earlier answer named. */
export function cursor() {
  return cursorBy(readCursor);
}

/** Where a page begins: behind the place of `before`, or in front of that of `after`; else with the newest. */
export const keyset = { before: cursor().optional(), after: cursor().optional() };

/** The same where the list may also have the oldest first. */
export const orderedKeyset = { ...keyset, order: oneOf(TIME_ORDERS).optional() };

const nameCursor = cursorBy<Place | NamePlace>(
  (value) => readNameCursor(value) ?? readCursor(value),
).optional();

/** The same of a list that is sorted by time or by name. */
export const namedKeyset = { before: nameCursor, after: nameCursor };

/** The pages beside this one: `after` leads to what is newer, `before` to what is older. Null where there is none. */
export const neighbours = { newer: z.string().nullable(), older: z.string().nullable() };

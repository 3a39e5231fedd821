import { z } from "zod";
import { oneOf, text } from "@/lib/contracts/base/parameters";
import { TIME_ORDERS } from "@/lib/contracts/base/values";

/**
 * A row's position in a list that is sorted by time and id. Growing lists are paged by it. The next page begins
 * behind a row, not after a number of rows. Each page therefore costs the same, and no row is shown twice.
 */
export type Place = { at: Date; id: string };

/** The order of a list by time: the oldest first, or the newest. */
export type TimeOrder = (typeof TIME_ORDERS)[number];

/** The most rows of a list that are counted. */
export const MAX_COUNTED = 1_000;

/** The number of rows in a list. Only the first `MAX_COUNTED` rows of an index are counted. */
export const counted = z.object({
  count: z.int(),
  /** True if more rows were found than are read. There are at least `count` rows then. */
  isMore: z.boolean(),
});

export type RowCount = z.output<typeof counted>;

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The last instant of the year 9999. PostgreSQL reads no text of a later one, and no row is that late. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** Returns the text of a position for an address. */
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

/** A row's position in a list that is sorted by name and id. */
export type NamePlace = { name: string; id: string };

const NAME_CURSOR = /^n([\w-]{0,430})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the text of a position by name for an address. */
export function formatNameCursor({ name, id }: NamePlace): string {
  return `n${Buffer.from(name).toString("base64url")}.${id}`;
}

/** Reads the text of a position by name; null for any other text. */
function readNameCursor(value: string): NamePlace | null {
  const [, encoded, id] = NAME_CURSOR.exec(value) ?? [];
  if (encoded === undefined || id === undefined) return null;
  const name = Buffer.from(encoded, "base64url").toString();
  return name.includes("\0") ? null : { name, id };
}

/** Creates the schema of a position by time. */
export function cursor() {
  return cursorBy(readCursor);
}

/**
 * The start of a page: behind the position `before`, or in front of the position `after`. The default is the newest
 * row.
 */
export const keyset = { before: cursor().optional(), after: cursor().optional() };

/** The start of a page in a list that may also begin with the oldest row. */
export const orderedKeyset = { ...keyset, order: oneOf(TIME_ORDERS).optional() };

const nameCursor = cursorBy<Place | NamePlace>(
  (value) => readNameCursor(value) ?? readCursor(value),
).optional();

/** The start of a page in a list that is sorted by time or by name. */
export const namedKeyset = { before: nameCursor, after: nameCursor };

/** The adjacent pages: `newer` is the cursor of the previous one, `older` of the next one. Null without one. */
export const neighbours = { newer: z.string().nullable(), older: z.string().nullable() };

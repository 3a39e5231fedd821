import { z } from "zod";
import { text } from "@/lib/contracts/base/parameters";

/**
 * A row's place in a list that is sorted by time and id. Lists that grow all day are paged by it: the next page begins
 * behind a row, not after so many rows, so that it costs the same however far back it is and nothing is shown twice.
 */
export type Place = { at: Date; id: string };

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The last instant of the year 9999: later ones have no text that PostgreSQL reads. No row of ours is that late. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** A place as it stands in an address. */
export function formatCursor({ at, id }: Place): string {
  return `${at.getTime()}.${id}`;
}

/** A place that an earlier answer named. */
export function cursor() {
  return text().transform((value, context): Place => {
    const [, at, id] = CURSOR.exec(value) ?? [];
    if (at !== undefined && id !== undefined && Number(at) <= LAST_MS)
      return { at: new Date(Number(at)), id };
    context.addIssue({ code: "custom", message: "must be a cursor from an answer" });
    return z.NEVER;
  });
}

/** Where a page begins: behind the place of `before`, or in front of that of `after`; else with the newest. */
export const keyset = { before: cursor().optional(), after: cursor().optional() };

/** The pages beside this one: `after` leads to what is newer, `before` to what is older. Null where there is none. */
export const neighbours = { newer: z.string().nullable(), older: z.string().nullable() };

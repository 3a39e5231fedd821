import type { BlockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import type { Database } from "@/lib/db/client";
import { numberBeginning } from "@/lib/optouts/number-beginning";
import { readBlockedAfter } from "@/lib/optouts/query-unsubscribes";

const BATCH = 1_000;

export const BLOCKED_COLUMNS = ["Number", "State", "Keyword", "Shortcode", "Blocked at", "Resubscribed at"];

/** Returns the cells of a blocked number, in the order of the columns. Times are New Zealand local. */
export function blockedCells(row: BlockedNumberRecord): (string | undefined)[] {
  const { number, active, keyword, shortcode, blockedAt, resubscribedAt } = row;
  return [number, active ? "blocked" : "resubscribed", keyword, shortcode, blockedAt, resubscribedAt];
}

/** Reads an account's blocked numbers for a file in batches, sorted by number. */
export async function* exportBlocked(
  db: Database,
  accountId: number,
  which: { include: "active" | "all"; number?: string | undefined },
): AsyncGenerator<readonly BlockedNumberRecord[]> {
  const beginning = which.number === undefined ? undefined : numberBeginning(which.number);
  if (beginning === null) return;
  for (let after = ""; ; ) {
    const found = await readBlockedAfter(
      db,
      accountId,
      { include: which.include, beginning },
      { after, limit: BATCH },
    );
    yield found;
    if (found.length < BATCH) return;
    after = found.at(-1)?.number ?? after;
  }
}

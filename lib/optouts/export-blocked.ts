import type { Database } from "@/lib/db/client";
import { numberBeginning } from "@/lib/optouts/number-beginning";
import { readBlockedAfter } from "@/lib/optouts/query-unsubscribes";

const BATCH = 1_000;

export const BLOCKED_COLUMNS = ["Number", "State", "Keyword", "Shortcode", "Blocked at", "Resubscribed at"];

/** An account's blocked numbers as rows of a file, by number, read in pieces. Times are New Zealand local. */
export async function* exportBlocked(
  db: Database,
  accountId: number,
  which: { include: "active" | "all"; number?: string | undefined },
): AsyncGenerator<(string | undefined)[][]> {
  const beginning = which.number === undefined ? undefined : numberBeginning(which.number);
  if (beginning === null) return;
  for (let after = ""; ; ) {
    const found = await readBlockedAfter(
      db,
      accountId,
      { include: which.include, beginning },
      { after, limit: BATCH },
    );
    yield found.map(({ number, active, keyword, shortcode, blockedAt, resubscribedAt }) => [
      ...[number, active ? "blocked" : "resubscribed", keyword],
      ...[shortcode, blockedAt, resubscribedAt],
    ]);
    if (found.length < BATCH) return;
    after = found.at(-1)?.number ?? after;
  }
}

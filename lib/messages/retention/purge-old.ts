import type { Database } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import { queryInTransaction } from "@/lib/db/partitions/in-transaction";
import type { Sql } from "@/lib/db/sql";
import {
  GIVING_WAY,
  type OldBatch,
  type OldBatchRow,
  PURGE_LEFT,
  purgeBulkSendsStatement,
  purgeEventsStatement,
  purgeInboundStatement,
  purgeMessagesStatement,
  purgeWordsStatement,
} from "@/lib/messages/retention/purge-old.sql";

/**
 * The rows of one transaction, few so that locks are short, and the transactions of one run for each table.
 */
const LIMITS = { batch: 1_000, batches: 50 };

/** The share of a batch for bulk sends: a send may have ten thousand messages, and each is looked up. */
const SENDS_SHARE = 0.1;

/** Below every id. */
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Errors after which the batch is left to the next run: a lock timeout, a deadlock, a serialisation failure. */
const IN_THE_WAY = /^(55P03|40)/;

/** The numbers of deleted messages, out and in. */
export type PurgeCounts = { sent: number; received: number };

/**
 * Deletes messages accepted or received before an instant, oldest first (rules: deleting old messages), with all
 * their rows. Ledger entries are kept, which are complete in themselves. It gives way to other transactions, such as
 * another server's purge. The next run deletes the rest.
 */
export async function purgeOld(db: Database, before: Date, limits = LIMITS): Promise<PurgeCounts> {
  // Replies first: otherwise the deletion of their messages would update them before they are deleted.
  const received = await inBatches(db, purgeInboundStatement, before, limits);
  const sent = await inBatches(db, purgeMessagesStatement, before, limits);
  await queryInTransaction(db, PURGE_LEFT);
  await inBatches(db, purgeEventsStatement, before, limits);
  const sends = { ...limits, batch: Math.ceil(limits.batch * SENDS_SHARE) };
  await inBatches(db, purgeBulkSendsStatement, before, sends);
  await inBatches(db, purgeWordsStatement, before, limits);
  return { sent, received };
}

async function inBatches(
  db: Database,
  statement: (batch: OldBatch) => Sql,
  before: Date,
  limits: typeof LIMITS,
): Promise<number> {
  let purged = 0;
  let after = LOWEST_ID;
  for (let batch = 0; batch < limits.batches; batch++) {
    const { count, last } = await purgeBatch(db, statement({ after, before, limit: limits.batch }));
    purged += count;
    if (last === null || count < limits.batch) break;
    after = last;
  }
  return purged;
}

async function purgeBatch(db: Database, statement: Sql): Promise<OldBatchRow> {
  try {
    return await db.transaction(async (tx) => {
      await tx.query(GIVING_WAY);
      // The tags of a conversation are deleted with its last message. This lock lets one transaction delete at a
      // time, so that it sees the previous deletions.
      await lockSlots(tx, "purge", [0]);
      const [row] = await tx.query<OldBatchRow>(statement);
      if (!row) throw new Error("The statement returned no row.");
      return row;
    });
  } catch (error) {
    if (IN_THE_WAY.test(String((Object(error) as { code?: unknown }).code))) return { count: 0, last: null };
    throw error;
  }
}

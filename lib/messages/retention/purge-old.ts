import type { Database } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import {
  GIVING_WAY,
  type OldBatch,
  type OldBatchRow,
  purgeBulkSendsStatement,
  purgeInboundStatement,
  purgeMessagesStatement,
} from "@/lib/messages/retention/purge-old.sql";

/** Messages of one transaction, so that no lock is held for long, and transactions of one run, for messages in and out each. */
const LIMITS = { batch: 1_000, batches: 50 };

/** Below every id. */
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Not another's work but this is put off: a lock that was not to be had, a dead-lock, a serialisation. */
const IN_THE_WAY = /^(55P03|40)/;

/** How many messages were deleted. */
export type Forgotten = { sent: number; received: number };

/**
 * Deletes messages accepted, and messages in received, before an instant (rules: deleting old messages), the oldest
 * first, with all that hangs on them but the ledger, which is money and has all it says in its own rows. Whatever is in
 * the way, such as another server that does the same, has its way: what is left is for the next run, and so is what is
 * beyond the limits.
 */
export async function purgeOld(db: Database, before: Date, limits = LIMITS): Promise<Forgotten> {
  // Replies first: those of messages that go would otherwise be written to before they go themselves.
  const received = await inBatches(db, purgeInboundStatement, before, limits);
  const sent = await inBatches(db, purgeMessagesStatement, before, limits);
  await inBatches(db, purgeBulkSendsStatement, before, limits);
  return { sent, received };
}

async function inBatches(
  db: Database,
  statement: (batch: OldBatch) => Sql,
  before: Date,
  limits: typeof LIMITS,
): Promise<number> {
  let forgotten = 0;
  let after = LOWEST_ID;
  for (let batch = 0; batch < limits.batches; batch++) {
    const { count, last } = await purgeBatch(db, statement({ after, before, limit: limits.batch }));
    forgotten += count;
    if (last === null || count < limits.batch) break;
    after = last;
  }
  return forgotten;
}

async function purgeBatch(db: Database, statement: Sql): Promise<OldBatchRow> {
  try {
    return await db.transaction(async (tx) => {
      await tx.query(GIVING_WAY);
      const [row] = await tx.query<OldBatchRow>(statement);
      if (!row) throw new Error("The statement gives one row.");
      return row;
    });
  } catch (error) {
    if (IN_THE_WAY.test(String((Object(error) as { code?: unknown }).code))) return { count: 0, last: null };
    throw error;
  }
}

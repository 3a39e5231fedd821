import type { Database } from "@/lib/db/client";
import {
  accountsToFoldStatement,
  foldDaysStatement,
  readyDaysStatement,
} from "@/lib/ledger/fold-pocket-days.sql";
import { lockForPocketsStatement } from "@/lib/ledger/pockets.sql";
import { nzDate } from "@/lib/sms/nz-time";

/** Accounts of one pass, and rows of one transaction: an account is not locked for long. */
const MAX_ACCOUNTS = 100;
const BATCH = 500;

/** Transactions of one pass for an account: the rest waits for the next minute. */
const MAX_BATCHES = 20;

const DAY_MS = 24 * 3_600_000;

/**
 * Adds the sums of pockets to the billing days, once a day and the one after it are over (rules: pockets). By then no
 * pocket pays for it any more, and who reads months reads fewer rows. The account is locked, so that nothing is
 * reversed meanwhile.
 */
export async function foldPocketDays(db: Database, now: Date): Promise<void> {
  const day = nzDate(new Date(now.getTime() - DAY_MS));
  const accounts = await db.query<{ accountId: number }>(accountsToFoldStatement(day, MAX_ACCOUNTS));
  for (const { accountId } of accounts)
    for (let batch = 0; batch < MAX_BATCHES; batch++)
      if ((await foldBatch(db, accountId, day)) < BATCH) break;
}

/** @returns how many billing days it has added to. */
function foldBatch(db: Database, accountId: number, day: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(lockForPocketsStatement(accountId));
    await tx.query(readyDaysStatement(accountId, day, BATCH));
    return (await tx.query(foldDaysStatement(accountId, day, BATCH))).length;
  });
}

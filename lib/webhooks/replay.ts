import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

const BATCH = 1_000;

/**
 * Sends a delivery again, whatever became of it, with a full set of attempts.
 * @returns whether the account has such a delivery.
 */
export async function resendDelivery(
  db: Database,
  accountId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, due_at = ${now}::timestamptz
    where id = ${id}::uuid and account_id = ${accountId} returning 1`);
  return rows.length > 0;
}

/**
 * Sends an account's events since a time again: those that did not arrive, or with `all` every one.
 * @returns how many were put on their way.
 */
export async function replaySince(
  db: Database,
  accountId: number,
  since: Date,
  all: boolean,
  now: Date,
): Promise<number> {
  let replayed = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await db.query<{ id: string }>(sql`
      with chosen as (
        select id from webhook_deliveries
        where account_id = ${accountId} and created_at >= ${since} and id > ${after}::uuid
          and (${all} or state <> 'delivered') and (due_at is null or due_at > ${now})
        order by id limit ${BATCH} for update
      )
      update webhook_deliveries w set state = 'pending', attempts = 0, due_at = ${now}::timestamptz
      from chosen where w.id = chosen.id
      returning w.id`);
    replayed += rows.length;
    if (rows.length < BATCH) return replayed;
    after = rows
      .map(({ id }) => id)
      .sort()
      .at(-1) as string;
  }
}

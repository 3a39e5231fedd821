import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { hasKey, type Sql, sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";

const BATCH = 1_000;

/** A full set of attempts; how many there were before is not forgotten. */
const BEGUN_ANEW = sql`state = 'pending', earlier_attempts = earlier_attempts + attempts, attempts = 0`;

/**
 * Sends a delivery again, whatever became of it, with a full set of attempts (rules: replays).
 * @returns whether the account has such a delivery.
 */
export async function resendDelivery(
  db: Queryable,
  accountId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update webhook_deliveries set ${BEGUN_ANEW}, due_at = ${now}::timestamptz
    where id = ${id}::uuid and account_id = ${accountId} returning 1`);
  db.wake("webhooks");
  return rows.length > 0;
}

/**
 * Sends a delivery again for its account.
 * @throws GatewayError `not_found`; `conflict` where it could not go now: its endpoint is gone or paused.
 */
export async function resendOwnDelivery(
  db: Queryable,
  accountId: number,
  id: string,
  now: Date,
): Promise<void> {
  const [found] = isId(id)
    ? await db.query<{ url: string | null; pausedAt: Date | null }>(sql`
        select e.url, e.paused_at as "pausedAt" from webhook_deliveries w
        left join webhook_endpoints e on e.account_id = w.account_id and e.kind = w.kind
        where w.id = ${id}::uuid and w.account_id = ${accountId}`)
    : [];
  if (!found) throw new GatewayError("not_found", "There is no such delivery.");
  if (found.url === null)
    throw new GatewayError("conflict", "There is no webhook for events of this kind. Set its URL first.");
  if (found.pausedAt !== null) throw new GatewayError("conflict", "This webhook is paused. Resume it first.");
  await resendDelivery(db, accountId, id, now);
}

/** Events that a replay sends again: not what is due at this moment anyway, nor what has nowhere to go. */
function replayable(accountId: number, since: Date, all: boolean, now: Date): Sql {
  return sql`w.account_id = ${accountId} and w.created_at >= ${since}
    and (${all} or w.state <> 'delivered') and (w.due_at is null or w.due_at > ${now})
    and exists (select 1 from webhook_endpoints e where e.account_id = w.account_id and e.kind = w.kind)`;
}

/** How many events a replay would send again, counted up to `most`. */
export async function countReplayable(
  db: Database,
  accountId: number,
  replay: { since: Date; all: boolean },
  most: number,
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ events: number }>(sql`
    select count(*)::int as events from (
      select 1 from webhook_deliveries w
      where ${replayable(accountId, replay.since, replay.all, now)} limit ${most}) counted`);
  return row?.events ?? 0;
}

/**
 * Sends an account's events since a time again (rules: replays): those that did not arrive, or with `all` every one.
 * Events whose kind has no endpoint are left alone. A thousand events are one transaction, so that no lock is held for
 * long.
 * @param record writes down how many have been put on their way so far, in each of these transactions: should the
 * server end in between, it stands there as far as it went.
 * @returns how many were put on their way.
 */
export async function replaySince(
  db: Database,
  accountId: number,
  since: Date,
  all: boolean,
  now: Date,
  record: (tx: Transaction, replayed: number) => Promise<void> = async () => {},
): Promise<number> {
  let replayed = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const next = async (tx: Transaction) => {
      const made = await tx.query<{ id: string }>(sql`
        with chosen as (
          select w.id from webhook_deliveries w
          where ${replayable(accountId, since, all, now)} and w.id > ${after}::uuid
          order by w.id limit ${BATCH} for update of w
        )
        update webhook_deliveries w set ${BEGUN_ANEW}, due_at = ${now}::timestamptz
        from chosen where ${hasKey(sql`w.id`, sql`chosen.id`)}
        returning w.id`);
      if (made.length > 0) tx.wake("webhooks");
      await record(tx, replayed + made.length);
      return made;
    };
    const send = () => db.transaction(next);
    const rows = replayed === 0 ? await send() : await requireAfterCommit(send);
    replayed += rows.length;
    if (rows.length < BATCH) return replayed;
    after = rows
      .map(({ id }) => id)
      .sort()
      .at(-1) as string;
  }
}

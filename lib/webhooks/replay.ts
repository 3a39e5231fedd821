import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import {
  countReplayableStatement,
  type DestinationRow,
  destinationStatement,
  isPausedStatement,
  type Replay,
  replayStatement,
  resendStatement,
} from "@/lib/webhooks/replay.sql";

const BATCH = 1_000;

/**
 * Sends a delivery in any state again, with a full set of attempts (rules: replays).
 * @returns whether the account has such a delivery.
 */
export async function resendDelivery(
  db: Queryable,
  accountId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(resendStatement(accountId, id, now));
  db.wake("webhooks");
  return rows.length > 0;
}

/**
 * Sends a delivery again for its account.
 * @throws GatewayError `not_found`; `conflict` if its endpoint is missing or paused.
 */
export async function resendOwnDelivery(
  db: Queryable,
  accountId: number,
  id: string,
  now: Date,
): Promise<void> {
  const [found] = isId(id) ? await db.query<DestinationRow>(destinationStatement(accountId, id)) : [];
  if (!found) throw new GatewayError("not_found", "There is no such delivery.");
  if (found.url === null)
    throw new GatewayError("conflict", "There is no webhook for events of this kind. Set its URL first.");
  if (found.pausedAt !== null) throw paused();
  await resendDelivery(db, accountId, id, now);
}

const paused = () => new GatewayError("conflict", "This webhook is paused. Resume it first.");

/** Rejects a replay to one endpoint that is paused: its events are kept until it is resumed. */
async function refusePaused(db: Database, { accountId, endpoint }: Replay): Promise<void> {
  if (endpoint && (await db.query(isPausedStatement(accountId, endpoint))).length > 0) throw paused();
}

/**
 * Counts the events that a replay would send again, up to `most`.
 * @throws GatewayError `conflict` if the replay is to one endpoint, and that is paused.
 */
export async function countReplayable(
  db: Database,
  replay: Replay,
  most: number,
  now: Date,
): Promise<number> {
  await refusePaused(db, replay);
  const [row] = await db.query<{ events: number }>(countReplayableStatement(replay, most, now));
  return row?.events ?? 0;
}

/**
 * Sends an account's events since a time again (rules: replays): those that did not arrive, or with `all` every one.
 * Events whose endpoint is missing or paused are skipped. Each transaction has a thousand events, so that no lock is
 * held for long.
 * @param record records the number of events so far, in each of these transactions. If the server ends in between,
 * the record shows the progress.
 * @returns the number of events that are sent again.
 * @throws GatewayError `conflict` if the replay is to one endpoint, and that is paused.
 */
export async function replaySince(
  db: Database,
  replay: Replay,
  now: Date,
  record: (tx: Transaction, replayed: number) => Promise<void> = async () => {},
): Promise<number> {
  await refusePaused(db, replay);
  let replayed = 0;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const next = async (tx: Transaction) => {
      const made = await tx.query<{ id: string }>(replayStatement(replay, after, BATCH, now));
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

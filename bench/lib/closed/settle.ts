import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** The messages that wait for the carrier, leased ones included, and the time for which the first of them has. */
export type Backlog = { messages: number; ageMs: number };

/** Reads what waits for the carrier. */
export async function readBacklog(client: pg.Client, now: Date): Promise<Backlog> {
  const { rows } = await client.query<Backlog>(
    `select count(*)::int as messages,
       coalesce(extract(epoch from $1::timestamptz - min(accepted_at)) * 1000, 0)::float8 as "ageMs"
     from (select accepted_at from message_queue where due_at is not null
       union all select l.accepted_at from queue_leases l, unnest(l.message_ids)) q`,
    [now],
  );
  const [{ messages, ageMs }] = rows as [Backlog];
  return { messages, ageMs: Math.max(0, ageMs) };
}

const WAITING = `
  select (select count(*) from message_queue where due_at is not null)::int
    + (select coalesce(sum(cardinality(message_ids)), 0) from queue_leases)::int
    + (select coalesce(sum(cardinality("references")), 0) from simulated_reports)::int
    + (select count(*) from webhook_deliveries where due_at is not null)::int as waiting`;

const LOOK_MS = 50;

/** Waits until every message, report and webhook of a database is delivered. @returns whether that was in time. */
export async function settle(client: pg.Client, atMostMs: number): Promise<boolean> {
  for (const deadline = performance.now() + atMostMs; performance.now() < deadline; await sleep(LOOK_MS)) {
    const { rows } = await client.query<{ waiting: number }>(WAITING);
    if (rows[0]?.waiting === 0) return true;
  }
  return false;
}

import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Backlog } from "@/bench/lib/figures/figures";

/** Messages that are accepted and not handed to the carrier, leased ones included. */
export async function readBacklog(client: pg.Client, now: Date): Promise<Backlog> {
  const { rows } = await client.query<Backlog>(
    `select count(*)::int as messages,
       coalesce(extract(epoch from $1::timestamptz - min(accepted_at)) * 1000, 0)::float8 as "ageMs"
     from (select accepted_at from message_queue where due_at is not null
       union all select l.accepted_at from queue_leases l, unnest(l.message_ids)) q`,
    [now],
  );
  const [row] = rows as [Backlog];
  return { messages: row.messages, ageMs: Math.max(0, row.ageMs) };
}

const WAITING = `
  select (select count(*) from message_queue where due_at is not null)::int
      + (select coalesce(sum(cardinality(message_ids)), 0) from queue_leases)::int as messages,
    (select coalesce(sum(cardinality("references")), 0) from simulated_reports)::int
      + (select count(*) from webhook_deliveries where due_at is not null)::int as events`;

/** How long it took until the carrier had all messages, and until every report and webhook was delivered. */
export type Settled = { carrierMs: number; allMs: number };

/** Waits until nothing is under way. Null where that takes longer than `atMostMs`. */
export async function settle(client: pg.Client, atMostMs: number): Promise<Settled | null> {
  const startedAt = performance.now();
  let carrierMs: number | null = null;
  for (;;) {
    const { rows } = await client.query<{ messages: number; events: number }>(WAITING);
    const [{ messages, events }] = rows as [{ messages: number; events: number }];
    const allMs = performance.now() - startedAt;
    if (messages === 0) carrierMs ??= allMs;
    if (messages === 0 && events === 0) return { carrierMs: carrierMs ?? allMs, allMs };
    if (allMs > atMostMs) return null;
    await sleep(50);
  }
}

/** Milliseconds from acceptance to submission, of these accounts' messages since then. */
export async function readCarrierTimes(
  client: pg.Client,
  accounts: readonly number[],
  since: Date,
): Promise<{ p50Ms: number; p99Ms: number }> {
  const { rows } = await client.query<{ p50Ms: number | null; p99Ms: number | null }>(
    `select percentile_disc(0.5) within group (order by ms) as "p50Ms",
       percentile_disc(0.99) within group (order by ms) as "p99Ms"
     from (select (extract(epoch from submitted_at - accepted_at) * 1000)::float8 as ms
       from messages m join carrier_submissions s on s.message_id = m.id
       where m.account_id = any($1::int[]) and m.accepted_at >= $2) m`,
    [accounts, since],
  );
  return { p50Ms: rows[0]?.p50Ms ?? 0, p99Ms: rows[0]?.p99Ms ?? 0 };
}

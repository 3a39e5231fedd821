import type pg from "pg";
import { createAccount } from "@/lib/accounts/create-account";
import { type Database, withLongSession } from "@/lib/db/client";
import { MONTHS_AHEAD, monthAfter } from "@/lib/db/partitions/partitions";
import { PARTITIONED } from "@/lib/db/partitions/partitions.sql";
import { sql } from "@/lib/db/sql";

const ACCOUNTS = 1_000;
const CHUNK = 100_000;
export const PASSWORD = "correct horse battery";

/** The email of the account that may have half of the messages. */
export const LARGE = "bench@example.com";

/**
 * Creates a thousand accounts. The first one is that of `LARGE`.
 * @returns their numbers.
 */
export async function makeAccounts(db: Database): Promise<number[]> {
  const account = { email: LARGE, password: PASSWORD, name: "Bench" };
  await createAccount(db, { ...account, balanceMicros: 10n ** 13n }, new Date());
  // They have the password of the first one, because hashing a thousand passwords would take long.
  await db.query(sql`
    insert into accounts (email, name, password_hash, country, balance_micros, created_at)
    select 'bench' || n || '@example.com', name, password_hash, country, balance_micros, created_at
    from accounts, generate_series(2, ${ACCOUNTS}::int) n`);
  const rows = await db.query<{ id: number }>(sql`select id from accounts order by id`);
  return rows.map(({ id }) => id);
}

/**
 * Messages that were accepted, sent and reported, three in a hundred as undeliverable, with all their rows. A
 * large account has every second one, with a code of 200, or a rare one, or none.
 */
const OLD_MESSAGES = `
  with old as materialized (
    select uuid_v7(at) as id, uuid_v7(at)::text as reference, at, n % 2 = 0 and $6::int is not null as is_large, n,
      case when n % 2 = 0 and $6::int is not null then $6::int
        else ($1::int[])[1 + floor(random() * ${ACCOUNTS})::int] end as account_id,
      (6420000000 + floor(random() * 9000000)::bigint)::text || '1' as msisdn, case when n % 100 < 97 then 1 else 2 end as code
    from generate_series($2::int, $3::int) n cross join lateral (
      select date_trunc('milliseconds', $4::timestamptz - interval '365 days' * (1 - n / $5::float8)) as at) t
  ), coded as materialized (
    select *, case when is_large then 1 + n / 2 % 3 else 1 end as parts,
      case when not is_large then null when n % 20000 = 0 then 'rare' when n % 10 < 8
        then 'code-' || floor(200 * power(random(), 3)) end as rate_code
    from old
  ), written as (
    insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, rate_code,
      customer_message_id, accepted_at, held_hosts, status, status_code, status_at)
    select id, account_id, 'sms', 'transactional', '552', msisdn, 'Your order is on its way', 'GSM-7', parts, rate_code,
      gen_random_uuid()::text, at, '{}', case code when 1 then 'DELIVRD' else 'UNDELIV' end::delivery_status, code,
      at + interval '2 seconds' from coded
  ), submitted as (
    insert into carrier_submissions (message_id, carrier, reference, submitted_at)
    select id, 'simulator', reference, at from coded
  ), reported as (
    insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at)
    select uuid_v7(at), id, reference || '/' || place,
      case when place = 0 then 'ACCEPTD' when code = 1 then 'DELIVRD' else 'UNDELIV' end::delivery_status,
      case when place = 0 then 8 else code end, at + interval '1 second' * (place + 1),
      at + interval '1 second' * (place + 1)
    from coded cross join generate_series(0, 1) place
  )
  insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
    rate_code, segments, created_at)
  select uuid_v7(at), account_id, 'deduction', -115000 * parts, 100000 * parts, 15000 * parts, id, 'sms', rate_code, parts,
    at from coded`;

/** The sums that the statements of acceptance would have written. */
const OLD_DAYS = `
  insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
  select account_id, (created_at at time zone 'Pacific/Auckland')::date, send_type, coalesce(rate_code, ''), count(*),
    sum(segments), sum(net_micros), sum(gst_micros)
  from ledger_entries where kind = 'deduction' group by 1, 2, 3, 4`;

/** Old messages of these accounts. Half of them belong to `large`, if there is one. */
export type OldMessages = { accounts: readonly number[]; count: number; large?: number };

/**
 * Writes the messages of the past year in the order of their time, with all indexes kept as they go. Foreign
 * keys are not checked. Vacuum, analyze and a checkpoint follow at once, instead of when the database would
 * do them. After the checkpoint, the first change of each page is logged as a whole page.
 * @param more adds rows about these messages.
 */
export async function writeOldMessages(
  url: string,
  { accounts, count, large }: OldMessages,
  more: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> {
  const startedAt = performance.now();
  await withLongSession(url, async (client) => {
    const now = new Date();
    await divideByMonth(client, now);
    await client.query("set session_replication_role = replica");
    await client.query("set synchronous_commit = off");
    for (let from = 1; from <= count; from += CHUNK) {
      const to = Math.min(from + CHUNK - 1, count);
      await client.query(OLD_MESSAGES, [accounts, from, to, now, count + 1, large ?? null]);
    }
    await client.query(OLD_DAYS);
    await more(client);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(
    `${count.toLocaleString("en")} old messages of ${accounts.length} accounts, written in ${seconds} s`,
  );
}

/** Divides empty tables by each month of the past year, and of the next months. */
async function divideByMonth(client: pg.Client, now: Date): Promise<void> {
  for (const { table } of PARTITIONED) await divide(client, table, now);
}

async function divide(client: pg.Client, table: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ name: string; options: string | null }>(
    `select name, options from partitions_of('${table}')`,
  );
  for (const { name } of rows) {
    await client.query(`alter table ${table} detach partition ${name}`);
    await client.query(`drop table ${name}`);
  }
  const options = rows[0]?.options ?? null;
  const first = monthAfter(now, -12);
  await client.query("select create_partition($1::regclass, $1 || '_first', null, id_at($2), $3)", [
    table,
    first,
    options,
  ]);
  await client.query(
    `select create_partition($1::regclass, $1 || to_char($2 at time zone 'UTC', '_YYYY_MM'), id_at($2), null, $3)`,
    [table, first, options],
  );
  for (let months = -11; months <= MONTHS_AHEAD + 1; months++)
    await client.query(`select add_partition('${table}', $1)`, [monthAfter(now, months)]);
}

/**
 * Runs some work repeatedly, `atOnce` at a time.
 * @returns the number of runs per second.
 */
export async function rateOf(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times / ((performance.now() - startedAt) / 1_000);
}

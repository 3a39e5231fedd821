import { randomUUID } from "node:crypto";
import type pg from "pg";
import { openDatabases } from "@/bench/lib/databases";
import { divideByMonth } from "@/bench/lib/divide-by-month";
import { takenBy } from "@/bench/lib/process/processes";
import { createAccount } from "@/lib/accounts/create-account";
import { simulator } from "@/lib/carriers/simulator";
import { type Database, openDatabase, withLongSession } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { endAll } from "@/lib/shutdown";
import { CommandError, runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";

// What old messages cost new ones: the same work on an empty database and on one with a year of messages.
// Rounds alternate between the two, so that other load on the machine counts for both.
//
// node --import tsx bench/growth.ts [millions] [database URL]

const ACCOUNTS = 1_000;
const CHUNK = 100_000;

/** Messages of a round, each a request of its own; requests per statement; concurrent statements. */
const MESSAGES = 10_000;
const GROUP = 50;
const AT_ONCE = 10;
const ROUNDS = 5;
const WARM_UP = 2_000;
const REPORTS_EACH = 2;

/** The tables that have rows for every message. */
const TABLES = ["messages", "delivery_reports", "carrier_submissions", "ledger_entries", "billing_days"];

const STEPS = ["accept", "dispatch", "reports"] as const;
type Step = (typeof STEPS)[number];

/** The cost of a step. The database's processor time is null where the system does not tell it. */
type Cost = { seconds: number; cpuSeconds: number | null; walBytes: number };

type Side = { name: string; db: Database; accounts: number[]; costs: Record<Step, Cost[]> };

async function openSide(name: string, url: string): Promise<Side> {
  const db = openDatabase(url, AT_ONCE + 2);
  const account = { email: "bench@example.com", password: randomSecret(), name: "Bench" };
  await createAccount(db, { ...account, balanceMicros: 10n ** 13n }, new Date());
  // Made like accounts that are made one by one, except for their password: hashing so many would take long.
  await db.query(sql`
    insert into accounts (email, name, password_hash, country, balance_micros, created_at)
    select 'bench' || n || '@example.com', name, password_hash, country, balance_micros, created_at
    from accounts, generate_series(2, ${ACCOUNTS}::int) n`);
  const rows = await db.query<{ id: number }>(sql`select id from accounts order by id`);
  const costs = { accept: [], dispatch: [], reports: [] };
  return { name, db, accounts: rows.map(({ id }) => id), costs };
}

/**
 * Messages that were accepted, sent and reported, three in a hundred as undeliverable, with all their rows.
 */
const OLD_MESSAGES = `
  with old as materialized (
    select uuid_v7(at) as id, uuid_v7(at)::text as reference, at,
      ($1::int[])[1 + floor(random() * ${ACCOUNTS})::int] as account_id,
      (6420000000 + floor(random() * 9000000)::bigint)::text || '1' as msisdn, case when n % 100 < 97 then 1 else 2 end as code
    from generate_series($2::int, $3::int) n cross join lateral (
      select date_trunc('milliseconds', $4::timestamptz - interval '365 days' * (1 - n / $5::float8)) as at) t
  ), written as (
    insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts,
      customer_message_id, accepted_at, held_hosts, status, status_code, status_at)
    select id, account_id, 'sms', 'transactional', '552', msisdn, 'Your order is on its way', 'GSM-7', 1,
      gen_random_uuid()::text, at, '{}', case code when 1 then 'DELIVRD' else 'UNDELIV' end::delivery_status, code,
      at + interval '2 seconds' from old
  ), submitted as (
    insert into carrier_submissions (message_id, carrier, reference, submitted_at)
    select id, 'simulator', reference, at from old
  ), reported as (
    insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at)
    select uuid_v7(at), id, reference || '/' || place,
      case when place = 0 then 'ACCEPTD' when code = 1 then 'DELIVRD' else 'UNDELIV' end::delivery_status,
      case when place = 0 then 8 else code end, at + interval '1 second' * (place + 1),
      at + interval '1 second' * (place + 1)
    from old cross join generate_series(0, 1) place
  )
  insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
    segments, created_at)
  select uuid_v7(at), account_id, 'deduction', -115000, 100000, 15000, id, 'sms', 1, at from old`;

/** The sums that the statements of acceptance would have written. */
const OLD_DAYS = `
  insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
  select account_id, (created_at at time zone 'Pacific/Auckland')::date, send_type, '', count(*), sum(segments),
    sum(net_micros), sum(gst_micros)
  from ledger_entries where kind = 'deduction' group by 1, 2, 3`;

/**
 * Writes the messages of the past year in the order of their time, with all indexes kept as they go. Foreign
 * keys are not checked. Vacuum, analyze and a checkpoint follow at once, instead of when the database would
 * do them. After the checkpoint, the first change of each page is logged as a whole page.
 */
async function fill(client: pg.Client, accounts: readonly number[], messages: number): Promise<void> {
  const now = new Date();
  await divideByMonth(client, now);
  await client.query("set session_replication_role = replica");
  await client.query("set synchronous_commit = off");
  for (let from = 1; from <= messages; from += CHUNK) {
    const to = Math.min(from + CHUNK - 1, messages);
    await client.query(OLD_MESSAGES, [accounts, from, to, now, messages + 1]);
  }
  await client.query(OLD_DAYS);
  await client.query(`vacuum analyze ${TABLES.join(", ")}`);
  await client.query("checkpoint");
}

async function walBytes(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  );
  return row?.bytes ?? 0;
}

/** One round on one side. The `work` of a step is its number of messages. */
async function runRound(side: Side, messages: number, pid: number | null): Promise<Record<Step, Cost>> {
  const { db } = side;
  const cpuSeconds = () => (pid === null ? null : (takenBy(pid)?.cpuSeconds ?? null));
  const measure = async (expected: number, work: () => Promise<number>): Promise<Cost> => {
    const [wal, cpu, startedAt] = [await walBytes(db), cpuSeconds(), performance.now()];
    const done = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    const after = cpuSeconds();
    if (done !== expected) throw new CommandError(`Done for ${done} messages, not for ${expected}.`);
    const taken = cpu === null || after === null ? null : after - cpu;
    return { seconds, cpuSeconds: taken, walBytes: (await walBytes(db)) - wal };
  };
  const carrier = simulator(db, 0, TEST_SECRET);
  return {
    accept: await measure(messages, () => acceptAll(side, messages)),
    dispatch: await measure(messages, async () => {
      for (let submitted = 0; ; ) {
        const batch = await dispatch(db, carrier, new Date(), BY_DAY);
        submitted += batch.submitted;
        if (batch.claimed === 0) return submitted;
      }
    }),
    reports: await measure(REPORTS_EACH * messages, async () => {
      for (let all = 0; ; ) {
        const { collected } = await collectReports(db, carrier, new Date());
        all += collected;
        if (collected === 0) return all;
      }
    }),
  };
}

/**
 * Accepts requests of one message each, of the accounts in turn. Concurrent groups have no account in common.
 */
async function acceptAll({ db, accounts }: Side, messages: number): Promise<number> {
  let next = 0;
  let accepted = 0;
  const acceptGroups = async () => {
    while (next < messages) {
      const from = next;
      next += GROUP;
      const group = Array.from({ length: GROUP }, (_, index) => {
        // The simulated network treats some endings in its own way. No number here ends so.
        const msisdn = `${6_420_000_000 + Math.floor(Math.random() * 9_000_000)}1`;
        const items = [testItem({ dueAt: new Date(), msisdn })];
        const accountId = accounts[(from + index) % accounts.length] as number;
        return testSubmission(accountId, { items, customerMessageId: randomUUID() });
      });
      const outcomes = await accept(db, group, new Date(), () => "");
      accepted += outcomes.filter(({ kind }) => kind === "accepted").length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, acceptGroups));
  return accepted;
}

/** Prints the size of the tables, with each of their indexes. */
async function tellSizes(client: pg.Client, messages: number): Promise<void> {
  const { rows } = await client.query<{ name: string; isIndex: boolean; bytes: number }>(
    // Of a table in partitions, and of its indexes, all of them together.
    `select c.relname as name, c.relkind in ('i', 'I') as "isIndex", pg_table_size(c.oid)::float8
         + coalesce((select sum(pg_table_size(p.relid)) from pg_partition_tree(c.oid) p), 0)::float8 as bytes
     from unnest($1::text[]) with ordinality as t (name, place)
     cross join lateral (
       select t.name::regclass as oid union all select indexrelid from pg_index where indrelid = t.name::regclass) o
     join pg_class c on c.oid = o.oid order by t.place, c.relkind desc, bytes desc`,
    [TABLES],
  );
  for (const { name, isIndex, bytes } of rows) {
    const each = `${Math.round(bytes / messages)} bytes a message`;
    console.log(`${`${isIndex ? "  " : ""}${name}`.padEnd(60)} ${mebibytes(bytes)}  ${each.padStart(22)}`);
  }
  console.log(`${"together".padEnd(60)} ${mebibytes(rows.reduce((sum, { bytes }) => sum + bytes, 0))}`);
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString("en")} MiB`.padStart(12);

/**
 * The printed figures of a step, by its cost and number of messages. Null where the system does not tell
 * them.
 */
const MEASURES: { unit: string; of: (cost: Cost, messages: number) => number | null }[] = [
  { unit: "messages a second", of: ({ seconds }, messages) => messages / seconds },
  {
    unit: "us of the database's processor each",
    of: ({ cpuSeconds }, messages) => (cpuSeconds === null ? null : (cpuSeconds * 1e6) / messages),
  },
  { unit: "bytes of write-ahead log each", of: ({ walBytes }, messages) => walBytes / messages },
];

/** The sum of all rounds. */
function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce((sum, cost) => ({
    seconds: sum.seconds + cost.seconds,
    cpuSeconds: sum.cpuSeconds === null || cost.cpuSeconds === null ? null : sum.cpuSeconds + cost.cpuSeconds,
    walBytes: sum.walBytes + cost.walBytes,
  }));
}

/** Prints the steps' figures on both sides and their ratio, over all rounds and as a range. */
function tellCosts([without, beside]: readonly [Side, Side]): void {
  const line = (...cells: string[]) =>
    console.log(
      cells
        .map((cell, column) => (column < 2 ? cell.padEnd(column === 0 ? 10 : 38) : cell.padStart(10)))
        .join(""),
    );
  line("", "", without.name, beside.name, "ratio", "least", "most");
  for (const step of STEPS) {
    for (const { unit, of } of MEASURES) {
      const values = [without, beside].map(({ costs }) => of(sumOf(costs[step]), ROUNDS * MESSAGES));
      const ratios = without.costs[step].map((cost, round) =>
        ratioOf(of(cost, MESSAGES), of(beside.costs[step][round] as Cost, MESSAGES)),
      );
      const all = ratioOf(values[0] ?? null, values[1] ?? null);
      const told = values.map((value) => (value === null ? "?" : Math.round(value).toLocaleString("en")));
      line(
        step,
        unit,
        ...told,
        ...[all, Math.min(...ratios), Math.max(...ratios)].map((ratio) => `${ratio.toFixed(2)}x`),
      );
    }
  }
}

function ratioOf(without: number | null, beside: number | null): number {
  return without === null || beside === null ? Number.NaN : beside / without;
}

runCommand(async () => {
  const [millions = "5", adminUrl] = process.argv.slice(2);
  const messages = Math.round(Number(millions) * 1e6);
  if (!(messages > 0)) throw new CommandError("How many million old messages there are is a number above 0.");
  shutDownOnSignals();
  try {
    const databases = await openDatabases(ROOT, adminUrl, false);
    const without = await openSide("none", databases.aloneUrl);
    const beside = await openSide(`${messages / 1e6} M`, databases.url);
    await withLongSession(databases.url, async (client) => {
      const startedAt = performance.now();
      await fill(client, beside.accounts, messages);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(
        `${messages.toLocaleString("en")} old messages of ${ACCOUNTS} accounts, written in ${seconds} s`,
      );
      await tellSizes(client, messages);
    });
    for (const side of [without, beside]) await runRound(side, WARM_UP, databases.pid);
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of round % 2 === 0 ? [without, beside] : [beside, without]) {
        const costs = await runRound(side, MESSAGES, databases.pid);
        for (const step of STEPS) side.costs[step].push(costs[step]);
      }
    }
    for (const { db } of [without, beside]) await db.close();
    tellCosts([without, beside]);
  } finally {
    await endAll();
  }
});

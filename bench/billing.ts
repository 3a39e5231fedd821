import pg from "pg";
import { createAccount } from "@/lib/accounts/create-account";
import { queryBilling } from "@/lib/billing/query-billing";
import { type BillingSummaryResponse, billingQueryRequest } from "@/lib/contracts/gateway/billing-query";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { type Sql, sql } from "@/lib/db/sql";
import { createDatabase } from "@/tests/support/database/admin";
import { startThrowawayPostgres } from "@/tests/support/server/server";

// Compares a billing query over a year with 5 million deductions with the same query straight from the
// ledger.
//
// node --import tsx bench/billing.ts [deductions]

const DEDUCTIONS = Number(process.argv[2] ?? 5_000_000);
const YEAR = { start_date: "2026-08-01", end_date: "2027-07-31" };
const FROM = "2026-07-31T12:00:00Z";
const RUNS = 5;

type Account = { id: number; deductions: number; ownCodes?: boolean };

/**
 * Writes a year of messages and deductions. There are 200 rate codes, few of them common, and one that comes
 * about once a day. One message in ten has no code, one in four is a template, and one in a thousand was
 * refunded. Foreign keys are not checked.
 */
async function fill(url: string, accounts: readonly Account[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillBy(client, accounts);
  } finally {
    await client.end();
  }
}

async function fillBy(client: pg.Client, accounts: readonly Account[]): Promise<void> {
  await client.query("set session_replication_role = replica");
  const billedAs = `m.rate_code || case m.send_type when 'otp' then '-OTP' when 'appointment' then '-APPT' else '' end`;
  for (const { id, deductions, ownCodes } of accounts) {
    const code = ownCodes
      ? "'order-' || n"
      : `case when n % ${Math.ceil(deductions / 365)} = 0 then 'rare' when random() < 0.1 then null
          else 'code-' || floor(200 * power(random(), 3)) end`;
    await client.query(`
      insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, rate_code,
        accepted_at, held_hosts, status, status_code, status_at)
      select uuidv7(at - now()), ${id}, case when n % 20 < 3 then 'otp' when n % 20 < 5 then 'appointment' else 'sms' end::send_type,
        'transactional', '552', '64' || (210000000 + (n::bigint * 7919) % 9999999), 'Your order is on its way', 'GSM-7',
        1 + (n % 3), ${code}, at, '{}', 'DELIVRD', 1, at
      from generate_series(1, ${deductions}) n,
        lateral (select date_trunc('milliseconds', timestamptz '${FROM}' + interval '365 days' * (n / ${deductions + 1}::float8)) as at) t`);
  }
  await client.query(`
    insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
      rate_code, segments, created_at)
    select uuidv7(m.accepted_at - now()), m.account_id, 'deduction', -115000 * m.parts, 100000 * m.parts, 15000 * m.parts,
      m.id, m.send_type, ${billedAs}, m.parts, m.accepted_at from messages m`);
  await client.query(`
    insert into ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
      rate_code, segments, reverses_id, created_at)
    select gen_random_uuid(), e.account_id, 'reversal', -e.amount_micros, e.net_micros, e.gst_micros, e.message_id,
      e.send_type, e.rate_code, e.segments, e.id, e.created_at
    from ledger_entries e where abs(hashtext(e.id::text)) % 1000 = 0`);
  await client.query(`
    insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    select e.account_id, (e.created_at at time zone 'Pacific/Auckland')::date, e.send_type, coalesce(e.rate_code, ''),
      count(*), sum(e.segments), sum(e.net_micros), sum(e.gst_micros)
    from ledger_entries e
    where e.kind = 'deduction' and not exists (select 1 from ledger_entries r where r.reverses_id = e.id)
    group by 1, 2, 3, 4`);
  await client.query("vacuum analyze");
}

/** Prints the median and the slowest of some runs, without the first. Returns the last run's result. */
async function measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let result = await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now();
    result = await work();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const [median, slowest] = [times[Math.floor(RUNS / 2)] ?? 0, times.at(-1) ?? 0];
  console.log(
    `${name.padEnd(64)} ${median.toFixed(1).padStart(8)} ms  slowest ${slowest.toFixed(1).padStart(8)} ms`,
  );
  return result;
}

const standing = (accountId: number): Sql => sql`
  from ledger_entries e
  where e.account_id = ${accountId} and e.kind = 'deduction'
    and e.created_at >= ${FROM}::timestamptz and e.created_at < ${FROM}::timestamptz + interval '365 days'
    and not exists (select 1 from ledger_entries r where r.reverses_id = e.id)`;

async function run(db: Database, own: Account, unique: Account): Promise<void> {
  const ask = (parameters: object, id = own.id) =>
    queryBilling(db, id, billingQueryRequest.parse({ ...YEAR, ...parameters }), new Date());
  const year = (await measure("summary of a year", () => ask({}))) as BillingSummaryResponse;
  const byLedger = await measure("  the same straight from the ledger", () =>
    db.query<{ messages: bigint }>(sql`
      select e.rate_code, e.send_type, count(*) as messages, sum(e.segments), sum(e.net_micros), sum(e.gst_micros)
      ${standing(own.id)} group by 1, 2`),
  );
  const counted = byLedger.reduce((sum, { messages }) => sum + Number(messages), 0);
  if (counted !== year.totals.messages)
    throw new Error(`${counted} in the ledger, ${year.totals.messages} summed`);
  console.log(`  ${year.rateCodes.length} rows, ${counted} messages`);
  await measure("summary of a year, one rate code", () => ask({ rateCode: "code-7" }));
  await measure("summary of a year, untagged", () => ask({ rateCode: "untagged" }));
  const times = { start_date: "2026-08-01 10:15:00", end_date: "2027-07-31 15:30:00" };
  await measure("summary of a year, a part of its first and last day", () => ask(times));
  await measure("summary of a month", () =>
    ask({ start_date: undefined, end_date: undefined, month: "2026-11" }),
  );
  await measure("summary of a year, a rate code for every message", () => ask({}, unique.id));

  const deep = Math.floor((counted * 0.97) / 500);
  await measure("detail of a year, page 1, 500 each", () => ask({ detail: 1, limit: 500 }));
  await measure(`detail of a year, page ${deep}, 500 each`, () => ask({ detail: 1, limit: 500, page: deep }));
  await measure("  the same straight from the ledger", () =>
    db.query(sql`select e.id, count(*) over () as total ${standing(own.id)}
      order by e.created_at desc, e.id desc limit 500 offset ${(deep - 1) * 500}`),
  );
  await measure(`detail, page ${deep}, a part of the first and last day`, () =>
    ask({ ...times, detail: 1, limit: 500, page: deep }),
  );
  await measure("detail of a year, one rate code, page 20", () =>
    ask({ detail: 1, rateCode: "code-7", page: 20 }),
  );
  await measure("detail of a year, a code used once a day, page 1, 100 each", () =>
    ask({ detail: 1, rateCode: "rare" }),
  );
  await measure("detail of a year, a code nobody has", () => ask({ detail: 1, rateCode: "none" }));
}

const postgres = await startThrowawayPostgres();
try {
  await createDatabase(postgres.url("postgres"), "bench");
  const url = postgres.url("bench");
  await migrate(url);
  const db = openDatabase(url, 4);
  const made: number[] = [];
  for (let index = 0; index < 4; index++) {
    const account = { email: `bench${index}@example.com`, password: "correct horse battery", name: "Bench" };
    made.push((await createAccount(db, account, new Date())).accountId);
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = made;
  const own = { id: first, deductions: DEDUCTIONS };
  const unique = { id: second, deductions: Math.ceil(DEDUCTIONS / 20), ownCodes: true };
  const others = [third, fourth].map((id) => ({ id, deductions: Math.ceil(DEDUCTIONS / 10) }));
  const startedAt = performance.now();
  await fill(url, [own, unique, ...others]);
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await run(db, own, unique);
  await db.close();
} finally {
  await postgres.stop();
}
process.exit();

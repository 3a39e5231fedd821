import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** The state of an account's money. */
export type Standing = {
  accountId: number;
  balanceMicros: bigint;
  /** The sum of all its ledger entries. */
  ledgerMicros: bigint;
  /** The sums of all its billing days. */
  billedMessages: bigint;
  billedMicros: bigint;
};

/** What one account did in a run, from each place that records it. */
export type AccountRun = {
  before: Standing;
  after: Standing;
  messages: bigint;
  deductions: bigint;
  deductedMicros: bigint;
};

/** What a run left in the database. */
export type Found = {
  accounts: AccountRun[];
  /** Ids in the answers, and how many different ones. */
  answered: number;
  different: number;
  /** Ids in the answers, without a message. */
  lost: number;
  /** Messages whose id is in no answer. */
  unasked: number;
  /** Messages without a deduction of their own. */
  unbilled: number;
  /** Messages that the carrier did not receive, and messages that it received from elsewhere. */
  unsent: number;
  strays: number;
  /** Messages whose delivery was not reported. */
  undelivered: number;
};

/** A connection for look-ups after a run: its statements may be long, and the planner is free. */
export async function openReader(url: string): Promise<pg.Client> {
  const getTypeParser = (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format);
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: getTypeParser as pg.CustomTypesConfig["getTypeParser"] },
  });
  await client.connect();
  return client;
}

/** The accounts' state, by id. */
export async function readStandings(client: pg.Client, accounts: readonly number[]): Promise<Standing[]> {
  const { rows } = await client.query<Standing>(
    `select a.id as "accountId", a.balance_micros as "balanceMicros",
       coalesce((select sum(amount_micros) from ledger_entries where account_id = a.id), 0)::bigint as "ledgerMicros",
       coalesce((select sum(messages) from billing_days where account_id = a.id), 0)::bigint as "billedMessages",
       coalesce((select sum(net_micros + gst_micros) from billing_days where account_id = a.id), 0)::bigint as "billedMicros"
     from accounts a where a.id = any($1::int[]) order by a.id`,
    [accounts],
  );
  return rows;
}

/**
 * Reads what a run of some accounts left in the database, and compares it with the ids in the answers.
 * @param before the accounts when the run began, at `since`.
 * @param idsFile the ids, one a line.
 */
export async function findRun(
  client: pg.Client,
  before: readonly Standing[],
  since: Date,
  idsFile: string,
): Promise<Found> {
  const accounts = before.map(({ accountId }) => accountId);
  await client.query("create temp table answered (id uuid)");
  await client.query(
    `create temp table run as select id, account_id, status from messages
     where account_id = any($1::int[]) and accepted_at >= $2`,
    [accounts, since],
  );
  try {
    await pipeline(createReadStream(idsFile), client.query(copyFrom("copy answered from stdin")));
    await client.query("analyze answered, run");
    const after = await readStandings(client, accounts);
    const activity = await readActivity(client, accounts, since);
    const { rows } = await client.query<Omit<Found, "accounts">>(COUNTS, [since]);
    const [counts] = rows as [Omit<Found, "accounts">];
    return {
      ...counts,
      accounts: before.map((standing, index) => ({
        before: standing,
        after: after[index] as Standing,
        ...(activity.get(standing.accountId) ?? { messages: 0n, deductions: 0n, deductedMicros: 0n }),
      })),
    };
  } finally {
    await client.query("drop table answered, run");
  }
}

const COUNTS = `
  select
    (select count(*) from answered)::int as answered,
    (select count(distinct id) from answered)::int as different,
    (select count(*) from answered a where not exists (select 1 from run r where r.id = a.id))::int as lost,
    (select count(*) from run r where not exists (select 1 from answered a where a.id = r.id))::int as unasked,
    (select count(*) from run r where not exists (
      select 1 from ledger_entries e where e.message_id = r.id and e.kind = 'deduction'))::int as unbilled,
    (select count(*) from run r where not exists (
      select 1 from simulated_messages s where s.client_reference = r.id::text))::int as unsent,
    (select count(*) from simulated_messages s where s.received_at >= $1
      and not exists (select 1 from run r where r.id::text = s.client_reference))::int as strays,
    (select count(*) from run where status <> 'DELIVRD')::int as undelivered`;

type Activity = Pick<AccountRun, "messages" | "deductions" | "deductedMicros">;

async function readActivity(
  client: pg.Client,
  accounts: readonly number[],
  since: Date,
): Promise<Map<number, Activity>> {
  const { rows } = await client.query<Activity & { accountId: number }>(
    `select a.id as "accountId", (select count(*) from run r where r.account_id = a.id) as messages,
       e.deductions, e.micros as "deductedMicros"
     from unnest($1::int[]) as a (id), lateral (
       select count(*) as deductions, coalesce(sum(-amount_micros), 0)::bigint as micros from ledger_entries
       where account_id = a.id and created_at >= $2 and kind = 'deduction') e`,
    [accounts, since],
  );
  return new Map(rows.map(({ accountId, ...activity }) => [accountId, activity]));
}

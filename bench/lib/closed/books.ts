import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  type AccountRun,
  disagreements,
  foundInAll,
  type RunAnswers,
  type RunTraces,
  type Standing,
} from "@/bench/lib/closed/disagreements";

/** A cell's database with the accounts that send from it. */
export type CellAccounts = { url: string; accounts: readonly number[] };

/** The books of some accounts, which may be spread over the databases of several cells. */
export class Books {
  private readonly cells: readonly { client: pg.Client; before: Standing[] }[];
  private readonly since = new Date();

  private constructor(cells: readonly { client: pg.Client; before: Standing[] }[]) {
    this.cells = cells;
  }

  /** Notes the state of the accounts before a run. */
  static async open(cells: readonly CellAccounts[]): Promise<Books> {
    const opened = cells.map(async ({ url, accounts }) => {
      const client = await openReader(url);
      return { client, before: await readStandings(client, accounts) };
    });
    return new Books(await Promise.all(opened));
  }

  /** Reads the backlog of all cells. */
  async backlog(): Promise<Backlog> {
    const all = await Promise.all(this.cells.map(({ client }) => readBacklog(client, new Date())));
    return {
      messages: all.reduce((sum, { messages }) => sum + messages, 0),
      ageMs: Math.max(...all.map(({ ageMs }) => ageMs)),
    };
  }

  /** Waits until nothing is under way in any cell. @returns whether that was in time. */
  async settle(atMostMs: number): Promise<boolean> {
    return (await Promise.all(this.cells.map(({ client }) => settle(client, atMostMs)))).every(Boolean);
  }

  /**
   * Returns a sentence for each disagreement between the answers and the books. @param idsFile one id a line.
   */
  async check(expected: RunAnswers, idsFile: string): Promise<string[]> {
    const found: RunTraces[] = [];
    for (const { client, before } of this.cells)
      found.push(await findRun(client, before, this.since, idsFile));
    return disagreements(foundInAll(found), expected);
  }

  async close(): Promise<void> {
    await Promise.all(this.cells.map(({ client }) => client.end()));
  }
}

/** Opens a connection for look-ups after a run: its statements may be long, and the planner is free. */
async function openReader(url: string): Promise<pg.Client> {
  const getTypeParser = (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format);
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: getTypeParser as pg.CustomTypesConfig["getTypeParser"] },
  });
  await client.connect();
  return client;
}

/** Reads the accounts' state, sorted by id. */
async function readStandings(client: pg.Client, accounts: readonly number[]): Promise<Standing[]> {
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
 * Reads the traces of a run of some accounts, and compares them with the ids in the answers.
 * @param before the accounts when the run began, at `since`.
 * @param idsFile the ids, one a line.
 */
async function findRun(
  client: pg.Client,
  before: readonly Standing[],
  since: Date,
  idsFile: string,
): Promise<RunTraces> {
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
    const { rows: activity } = await client.query<Activity>(ACTIVITY, [accounts, since]);
    const { rows } = await client.query<Omit<RunTraces, "accounts">>(COUNTS, [since]);
    const [counts] = rows as [Omit<RunTraces, "accounts">];
    return {
      ...counts,
      // All lists are sorted by account.
      accounts: before.map((standing, index) => ({
        before: standing,
        after: after[index] as Standing,
        ...(activity[index] as Activity),
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
      select 1 from carrier_submissions s where s.message_id = r.id and s.reference is not null))::int as unsent,
    (select count(*) from simulated_messages s where s.received_at >= $1
      and not exists (select 1 from run r where r.id::text = s.client_reference))::int as strays,
    (select count(*) from run where status <> 'DELIVRD')::int as undelivered`;

type Activity = Pick<AccountRun, "messages" | "deductions" | "deductedMicros">;

const ACTIVITY = `
  select (select count(*) from run r where r.account_id = a.id) as messages, e.deductions, e.micros as "deductedMicros"
  from accounts a, lateral (
    select count(*) as deductions, coalesce(sum(-amount_micros), 0)::bigint as micros from ledger_entries
    where account_id = a.id and created_at >= $2 and kind = 'deduction') e
  where a.id = any($1::int[]) order by a.id`;

/**
 * The messages that wait for the carrier, leased ones included, and the time for which the first of them has.
 */
export type Backlog = { messages: number; ageMs: number };

/** Reads the messages that wait for the carrier. */
async function readBacklog(client: pg.Client, now: Date): Promise<Backlog> {
  const { rows } = await client.query<Backlog>(
    `select count(*)::int as messages,
       coalesce(extract(epoch from $1::timestamptz - min(accepted_at)) * 1000, 0)::float8 as "ageMs"
     from message_queue where due_at is not null`,
    [now],
  );
  const [{ messages, ageMs }] = rows as [Backlog];
  return { messages, ageMs: Math.max(0, ageMs) };
}

/** A message is in the queue until its last report. */
const WAITING = `
  select (select count(*) from message_queue)::int
    + (select count(*) from webhook_deliveries where due_at is not null)::int as waiting`;

const LOOK_MS = 50;

/**
 * Waits until every message, report and webhook of a database is delivered. @returns whether that was in
 * time.
 */
async function settle(client: pg.Client, atMostMs: number): Promise<boolean> {
  for (const deadline = performance.now() + atMostMs; performance.now() < deadline; await sleep(LOOK_MS)) {
    const { rows } = await client.query<{ waiting: number }>(WAITING);
    if (rows[0]?.waiting === 0) return true;
  }
  return false;
}

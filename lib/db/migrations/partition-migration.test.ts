import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { markRolledBack, migrate, migrationState } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { databaseBefore, type Earlier } from "@/tests/support/database/before-migration";

/** The messages at the start of the upgrade, each with a submission and a report. */
const MESSAGES = 1_000_000;

let earlier: Earlier;
let writer: pg.Client;
beforeAll(async () => {
  earlier = await databaseBefore("20261128090000");
  writer = new pg.Client({ connectionString: earlier.url });
  await writer.connect();
  await fill(earlier.client);
});
afterAll(async () => {
  await writer.end();
  await earlier.remove();
});

/** Inserts messages of the past year, in the order of their time. */
async function fill(client: pg.Client): Promise<void> {
  await client.query("set synchronous_commit = off");
  await client.query(
    "insert into accounts (id, email, name, password_hash, country, created_at) values (1, 'a@example.com', 'A', 'none', 'NZ', now())",
  );
  await client.query(
    `insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, accepted_at,
       status, status_code, status_at, held_hosts)
     select uuid_v7(at), 1, 'sms', 'transactional', '552', '64211234567', 'Hello', 'GSM-7', 1, at, 'DELIVRD', 1, at, '{}'
     from generate_series(1, $1::int) n cross join lateral (
       select now() - interval '365 days' * (1 - n / $1::float8) as at) t`,
    [MESSAGES],
  );
  await client.query(
    `insert into carrier_submissions (message_id, carrier, reference, submitted_at)
     select id, 'simulator', id::text, accepted_at from messages m order by m.id`,
  );
  await client.query(
    `insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at)
     select id, id, 'delivered', 'DELIVRD', 1, accepted_at, accepted_at from messages m order by m.id`,
  );
  await client.query(
    `insert into inbound_messages (id, account_id, msisdn, shortcode, body, encoding, received_at, carrier, carrier_reference,
       related_message_id)
     select id, 1, msisdn, '552', 'Yes', 'GSM-7', accepted_at, 'simulator', id::text, id from messages m order by m.id desc limit 1000`,
  );
  await client.query("analyze");
}

/** Accepts, hands over and reports on messages as a server of the previous version does, until it is stopped. */
async function keepSending(isOver: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  const run = (name: string, text: string, values: unknown[]) => writer.query({ name, text, values });
  while (!isOver()) {
    const id = newId();
    await run(
      "accept",
      `insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, accepted_at, status, held_hosts)
       values ($1, 1, 'sms', 'transactional', '552', '64211234567', 'Hello', 'GSM-7', 1, now(), 'PENDING', '{}')`,
      [id],
    );
    await run(
      "submit",
      "insert into carrier_submissions (message_id, carrier, reference, submitted_at) values ($1, 'simulator', $2, now())",
      [id, id],
    );
    await run(
      "report",
      `insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at)
       select $2, message_id, 'delivered', 'DELIVRD', 1, now(), now() from carrier_submissions where reference = $1
       on conflict (message_id, report_key) do nothing`,
      [id, newId()],
    );
    await run(
      "end",
      "update messages set status = 'DELIVRD', status_code = 1, status_at = now() where id = $1",
      [id],
    );
    ids.push(id);
  }
  return ids;
}

/** The migration that is being applied, or was stopped. */
const UNDER_WAY =
  "select migration_name from _prisma_migrations where finished_at is null and rolled_back_at is null";

/** Kills each session that applies a migration for the first time, until it is stopped. */
async function keepKilling(stopped: readonly string[], isOver: () => boolean): Promise<void> {
  const ours = [earlier.client, writer].map(
    (client) => (client as unknown as { processID: number }).processID,
  );
  while (!isOver())
    await earlier.client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> all($1)
         and exists (${UNDER_WAY} and migration_name <> all($2))`,
      [ours, stopped],
    );
}

/**
 * Applies the migrations. Each is stopped once, and noted. A migration that was stopped right after its commit counts
 * as applied. Throws the failure of a migration that was stopped before.
 * @returns whether all are applied.
 */
async function upgrade(stopped: string[]): Promise<boolean> {
  let isOver = false;
  const killing = keepKilling(stopped, () => isOver);
  const outcome = await migrate(earlier.url).then(
    () => true,
    (error: unknown) => error,
  );
  isOver = true;
  await killing;
  const { failed } = await migrationState(earlier.url);
  for (const name of failed) await markRolledBack(earlier.url, name);
  if (failed.some((name) => stopped.includes(name))) throw outcome;
  stopped.push(...failed);
  return outcome === true;
}

it("divides a million messages by month while others are sent, stopped within each step", async () => {
  let isOver = false;
  const sending = keepSending(() => isOver);
  const stopped: string[] = [];
  while (!(await upgrade(stopped)));
  isOver = true;
  const ids = await sending;
  expect(stopped).toContain("20261128090100_check_bounds");

  const count = async (text: string) => Number((await earlier.client.query(text)).rows[0].count);
  expect(await count("select count(*) from messages where status = 'DELIVRD'")).toBe(MESSAGES + ids.length);
  for (const table of ["carrier_submissions", "delivery_reports"]) {
    expect(await count(`select count(*) from ${table} s join messages m on m.id = s.message_id`)).toBe(
      MESSAGES + ids.length,
    );
    expect(await count(`select count(*) from partitions_of('${table}')`)).toBe(2);
  }
  const { rows } = await earlier.client.query(
    `select conname, convalidated from pg_constraint where contype = 'f' and conparentid = 0 and confrelid = 'messages'::regclass
     order by conname`,
  );
  expect(rows).toEqual(
    ["email_submissions_message_id_fkey", "inbound_messages_related_message_id_fkey"].map((conname) => ({
      conname,
      convalidated: true,
    })),
  );
  expect(
    await count(
      "select count(*) from pg_constraint where conrelid = 'messages'::regclass and conname ~ '_first_'",
    ),
  ).toBe(0);
  await earlier.client.query(
    "delete from messages where id = (select max(related_message_id::text)::uuid from inbound_messages)",
  );
  expect(await count("select count(*) from inbound_messages where related_message_id is null")).toBe(1);
}, 300_000);

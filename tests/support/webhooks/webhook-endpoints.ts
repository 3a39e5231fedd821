import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** The history of a test's endpoints. */
export type EndpointHistory = { failingSince?: Date; answeredAt?: Date; timedOut?: boolean };

let groups = 0;

/**
 * Creates many accounts at once, each with an endpoint for reports and the same number of due reports.
 * @param urlOf returns an endpoint's URL, given a unique name.
 * @returns the accounts' IDs and URLs.
 */
export async function makeEndpoints(
  count: number,
  options: {
    events: number;
    at: Date;
    history?: EndpointHistory;
    urlOf?: (name: string) => string;
    database?: Database;
  },
): Promise<{ accountId: number; url: string }[]> {
  const { events, at, history = {}, urlOf = (name) => `https://${name}.example.com/hook` } = options;
  const database = options.database ?? db();
  const group = ++groups;
  const names = Array.from({ length: count }, (_, index) => `receiver-${group}-${index}`);
  const made = await database.query<{ accountId: number; url: string }>(sql`
    with account as (
      insert into accounts (email, name, password_hash, country, created_at)
      select name || '@example.com', 'A test', '', 'NZ', ${at}::timestamptz from unnest(${names}::text[]) as n (name)
      returning id, split_part(email, '@', 1) as name
    )
    insert into webhook_endpoints (account_id, kind, url, registered_at, failing_since, answered_at, timed_out)
    select a.id, 'report', u.url, ${at}::timestamptz, ${history.failingSince ?? null}::timestamptz,
      ${history.answeredAt ?? null}::timestamptz, ${history.timedOut ?? false}
    from account a join unnest(${names}::text[], ${names.map(urlOf)}::text[]) as u (name, url) using (name)
    returning account_id as "accountId", url`);
  const accountIds = made.map(({ accountId }) => accountId);
  await addReports(accountIds, events, at, database);
  return made;
}

/** Inserts the same number of due reports for each of these accounts. */
export async function addReports(
  accountIds: readonly number[],
  events: number,
  at: Date,
  database: Database = db(),
): Promise<void> {
  await database.query(sql`
    with message as (
      insert into messages
        (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts, status, accepted_at, held_hosts)
      select uuid_v7(${at}::timestamptz), id, 'sms', 'transactional', '552', '64211234567', 'Hello', 'GSM-7', 1,
        'DELIVRD', ${at}::timestamptz, '{}'
      from unnest(${accountIds}::int[]) as a (id) limit 1
      returning id
    )
    insert into webhook_deliveries (id, account_id, kind, message_id, body, created_at, due_at)
    select uuid_v7(${at}::timestamptz), a.id, 'report', m.id, '{}', ${at}::timestamptz, ${at}::timestamptz
    from message m, unnest(${accountIds}::int[]) as a (id), generate_series(1, ${events}::int)`);
}

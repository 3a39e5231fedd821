import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

const CHUNK = 100_000;

/** Gives an account so many messages in, received one a second until now, without events. */
export async function receiveMany(db: Database, accountId: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    await db.query(sql`
      insert into inbound_messages
        (id, account_id, msisdn, shortcode, body, encoding, received_at, carrier, carrier_reference)
      select uuid_v7(at), ${accountId}, '6421' || lpad((n % 5000)::text, 7, '0'), '552', 'Yes please', 'GSM-7', at,
        'bench', n::text
      from generate_series(${from}::int, ${Math.min(from + CHUNK, count) - 1}::int) n
      cross join lateral (select now() - interval '1 second' * n as at) t`);
  }
  // The database would do this later by itself.
  await db.query(sql`vacuum analyze inbound_messages`);
  await db.query(sql`checkpoint`);
}

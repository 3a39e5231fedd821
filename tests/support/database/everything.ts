import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * Returns a hash of each table's rows, read by one statement. Omits login attempts, API requests and the
 * times at which sessions were used, because these may change.
 */
export async function everything(): Promise<Record<string, string>> {
  const tables = await db().query<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('auth_failures', 'known_addresses', 'api_requests', 'api_request_chunks')`);
  const row = `(to_jsonb(t) - 'last_seen_at')::text`;
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(${row}, E'\\n' order by ${row})) as hash from "${name}" t`,
  );
  const rows = await db().query<{ name: string; hash: string | null }>({
    text: each.join(" union all "),
    values: [],
  });
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? ""]));
}

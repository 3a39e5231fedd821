import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Records a key's use, unless one was recorded since `before`. */
export function noteKeyUseStatement(apiKeyId: string, now: Date, before: Date): Sql {
  return prepared(
    "note-key-use",
    sql`
    update api_keys set last_used_at = ${now}
    where id = ${apiKeyId}::uuid and (last_used_at is null or last_used_at <= ${before})`,
  );
}

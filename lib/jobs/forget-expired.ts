import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Deletes idempotency keys, access tokens and failure counts whose time is over. */
export async function forgetExpired(db: Queryable, now: Date): Promise<void> {
  await db.query(sql`delete from idempotency_keys where expires_at <= ${now}`);
  await db.query(sql`delete from access_tokens where expires_at <= ${now}`);
  await db.query(sql`delete from auth_failures where window_ends_at <= ${now}`);
}

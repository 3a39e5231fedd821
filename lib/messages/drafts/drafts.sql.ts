import { MAX_DRAFTS } from "@/lib/contracts/base/values";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** A draft without its form. */
export type DraftRow = { id: string; name: string; savedAt: Date; fileName: string | null };

/** Reads an account's drafts as `DraftRow`, the newest first. */
export function draftsStatement(accountId: number): Sql {
  return sql`
    select id, name, saved_at as "savedAt", file_name as "fileName" from send_drafts
    where account_id = ${accountId} order by saved_at desc, id desc limit ${literal(MAX_DRAFTS)}`;
}

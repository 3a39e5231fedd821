import { type Sql, sql } from "@/lib/db/sql";
import type { EmailKind } from "@/lib/email/email-kinds";
import { newId } from "@/lib/ids";

/**
 * Returns the part of a statement that enqueues emails. It is an `insert` for a data-modifying `with`, so
 * that the emails and the event that they report are committed together.
 * @param columns expressions over `from`. `details` is jsonb in the form of `lib/email/email-kinds` for the
 * kind.
 * @param rows a table or `with` of the statement, and its condition. Each row is an email.
 */
export function enqueueEmails(
  kind: EmailKind,
  columns: { accountId: Sql; details: Sql },
  rows: { from: Sql; where: Sql },
  now: Date,
): Sql {
  return sql`
    insert into emails (id, account_id, kind, details, created_at, due_at)
    select uuid_v7(${now}::timestamptz), ${columns.accountId}, ${kind}::text, ${columns.details},
      ${now}::timestamptz, ${now}::timestamptz
    from ${rows.from} where ${rows.where}`;
}

/** Enqueues one email, with the details of `lib/email/email-kinds` for the kind. */
export function enqueueEmailStatement(
  { accountId, kind, details }: { accountId: number; kind: EmailKind; details: object },
  now: Date,
): Sql {
  return sql`
    insert into emails (id, account_id, kind, details, created_at, due_at)
    values (${newId()}, ${accountId}, ${kind}, ${JSON.stringify(details)}::jsonb, ${now}, ${now})`;
}

import { type Sql, sql } from "@/lib/db/sql";
import type { EmailKind } from "@/lib/email/email-kinds";
import { newId } from "@/lib/ids";

/**
 * The part of a statement that puts emails on their way. It is an `insert`, to be a data-modifying `with` of
 * the statement that makes true what they tell of: neither is there without the other.
 * @param columns expressions over `from`; `details` is jsonb as `lib/email/email-kinds` wants it for the
 * kind.
 * @param rows of a table or `with` of the statement, one for each email, and which of them.
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

/** Puts one email on its way, with the details that `lib/email/email-kinds` wants for the kind. */
export function enqueueEmailStatement(
  { accountId, kind, details }: { accountId: number; kind: EmailKind; details: object },
  now: Date,
): Sql {
  return sql`
    insert into emails (id, account_id, kind, details, created_at, due_at)
    values (${newId()}, ${accountId}, ${kind}, ${JSON.stringify(details)}::jsonb, ${now}, ${now})`;
}

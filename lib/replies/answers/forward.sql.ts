import { prepared, type Sql, sql } from "@/lib/db/sql";
import type { EmailKind } from "@/lib/email/email-kinds";

/** An email with a text. The id is that of the message in, and the details are JSON. */
export type ForwardEmail = { accountId: number; id: string; details: string };

const KIND: EmailKind = "forwarded_text";

/**
 * Inserts emails with texts. An account has at most `most` of them since an instant. The index
 * `emails_account_id_created_at_id_idx` counts them. Returns the ids of the inserted emails.
 */
export function forwardStatement(
  emails: readonly ForwardEmail[],
  { most, since }: { most: number; since: Date },
  now: Date,
): Sql {
  return prepared(
    "text-forward",
    sql`
    insert into emails (id, account_id, kind, details, created_at, due_at)
    select g.id, g.account_id, ${KIND}::text, g.details::jsonb, ${now}::timestamptz, ${now}::timestamptz
    from (
      select *, row_number() over (partition by account_id order by id) as place
      from unnest(
        ${emails.map(({ id }) => id)}::uuid[],
        ${emails.map(({ accountId }) => accountId)}::int[],
        ${emails.map(({ details }) => details)}::text[]
      ) as e (id, account_id, details)) g
    where g.place <= ${most}::int - (select count(*) from (
      select from emails e where e.account_id = g.account_id and e.created_at > ${since}::timestamptz
        and e.kind = ${KIND}::text
      limit ${most}::int) l)
    on conflict (id) do nothing returning id`,
  );
}

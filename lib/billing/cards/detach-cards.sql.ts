import { hasKey, type Sql, sql } from "@/lib/db/sql";

/** Enqueues the detachment of a card at Stripe. */
export function forgetCardStatement(methodId: string, now: Date): Sql {
  return sql`
    insert into card_detachments (method_id, created_at, due_at) values (${methodId}, ${now}, ${now})
    on conflict (method_id) do nothing`;
}

/** Claims cards to detach at Stripe. Each is due again an hour later. */
export function claimDetachmentsStatement(now: Date, limit: number): Sql {
  return sql`
    with due as materialized (
      select method_id from card_detachments where due_at <= ${now} order by due_at limit ${limit}
      for update skip locked
    )
    update card_detachments d set attempts = d.attempts + 1, due_at = ${now}::timestamptz + interval '1 hour'
    from due where ${hasKey(sql`d.method_id`, sql`due.method_id`)}
    returning d.method_id as "methodId", d.attempts::int as attempts`;
}

import { hasKey, type Sql, sql } from "@/lib/db/sql";

/** The most attempts of an account in 24 hours, including refused ones. */
const MAX_ATTEMPTS_A_DAY = 20;

/** The first wait before Stripe is called again. It doubles each time, up to the longest wait. */
export const FIRST_WAIT_MS = 2 * 60_000;
const MAX_WAIT_S = 3_600;

/** The condition of attempts that count for the limits: they were paid, or may have been. */
const COUNTS = sql`(p.outcome is null or p.outcome = 'paid')`;

/**
 * Reads accounts whose balance has fallen below their auto top-up's threshold. They have no payment in progress, and
 * no limit that makes them wait.
 */
export function lowAccountsStatement(now: Date, limit: number): Sql {
  return sql`
    select t.account_id as "accountId" from auto_top_ups t
    cross join lateral (
      select x.balance_micros from accounts x where x.id = t.account_id and x.status = 'active' offset 0) a
    where t.state = 'on' and a.balance_micros < t.below_micros
      and (t.limit_until is null or t.limit_until <= ${now}::timestamptz)
      and exists (select from saved_cards c where c.account_id = t.account_id and c.method_id is not null)
      and not exists (select from auto_top_up_payments p where p.account_id = t.account_id and p.outcome is null)
    order by t.account_id limit ${limit}`;
}

/** The values that decide whether an account pays now. */
export type NeedRow = {
  amountMicros: bigint;
  monthMicros: bigint;
  customerId: string;
  methodId: string;
  /** The amount that counts for the month's limit. */
  paidMicros: bigint;
  /**
   * The beginning of the oldest payment or attempt that fills the limit of the last 24 hours; null if there is room.
   */
  fullSince: Date | null;
};

/** Reads those values for one account, whose row is locked. Returns a row if the account needs money. */
export function needStatement(accountId: number, { now, month }: { now: Date; month: Date }): Sql {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const newest = (condition: Sql, place: Sql) => sql`
    (select p.created_at from auto_top_up_payments p
      where p.account_id = t.account_id and p.created_at > ${dayAgo} and ${condition}
      order by p.created_at desc offset ${place} limit 1)`;
  return sql`
    select t.amount_micros as "amountMicros", t.month_micros as "monthMicros", c.customer_id as "customerId",
      c.method_id as "methodId",
      coalesce((select sum(p.amount_micros) from auto_top_up_payments p
        where p.account_id = t.account_id and p.created_at >= ${month} and ${COUNTS}), 0)::bigint as "paidMicros",
      greatest(${newest(COUNTS, sql`t.per_day - 1`)},
        ${newest(sql`p.outcome is distinct from 'cancelled'`, sql`${MAX_ATTEMPTS_A_DAY - 1}::int`)}) as "fullSince"
    from auto_top_ups t join saved_cards c on c.account_id = t.account_id
    join accounts a on a.id = t.account_id
    where t.account_id = ${accountId} and t.state = 'on' and c.method_id is not null and a.status = 'active'
      and a.balance_micros < t.below_micros
      and (t.limit_until is null or t.limit_until <= ${now}::timestamptz)
      and not exists (select from auto_top_up_payments p where p.account_id = t.account_id and p.outcome is null)`;
}

/** A payment in progress. */
export type OpenPayment = {
  id: string;
  accountId: number;
  amountMicros: bigint;
  customerId: string;
  methodId: string;
  createdAt: Date;
};

/**
 * Inserts a payment. The process that inserts it also calls Stripe. If that process dies, another one looks up the
 * result.
 */
export function beginPaymentStatement(payment: OpenPayment): Sql {
  const { id, accountId, amountMicros, customerId, methodId, createdAt } = payment;
  const dueAt = new Date(createdAt.getTime() + FIRST_WAIT_MS);
  return sql`
    insert into auto_top_up_payments (id, account_id, amount_micros, customer_id, method_id, created_at, due_at, attempts)
    values (${id}::uuid, ${accountId}, ${amountMicros}::bigint, ${customerId}, ${methodId}, ${createdAt}, ${dueAt}, 1)`;
}

/** A payment to look up again, and whether the account still needs and wants it. */
export type ClaimedPayment = OpenPayment & { isNeeded: boolean };

/** Claims payments with an unknown result, the longest due first. */
export function claimPaymentsStatement(now: Date, limit: number): Sql {
  return sql`
    with due as materialized (
      select id from auto_top_up_payments where due_at <= ${now} order by due_at, id limit ${limit}
      for update skip locked
    )
    update auto_top_up_payments p set attempts = p.attempts + 1,
      due_at = ${now}::timestamptz
        + least(${FIRST_WAIT_MS / 1000} * power(2, least(p.attempts, 10)), ${MAX_WAIT_S}::int) * interval '1 second'
    from due where ${hasKey(sql`p.id`, sql`due.id`)}
    returning p.id, p.account_id as "accountId", p.amount_micros as "amountMicros", p.customer_id as "customerId",
      p.method_id as "methodId", p.created_at as "createdAt",
      exists (
        select from auto_top_ups t join saved_cards c on c.account_id = t.account_id
        join accounts a on a.id = t.account_id
        where t.account_id = p.account_id and t.state = 'on' and c.method_id = p.method_id and a.status = 'active'
          and a.balance_micros < t.below_micros) as "isNeeded"`;
}

/** Reads the time at which the next payment is looked up again. */
export const NEXT_PAYMENT_STATEMENT: Sql = sql`
  select min(due_at) as at from auto_top_up_payments where due_at is not null`;

/** Marks a payment as paid in any earlier state. Returns a row if it was not paid yet. */
export function settlePaidStatement(id: string, accountId: number, paymentId: string): Sql {
  return sql`
    update auto_top_up_payments set outcome = 'paid', reason = null, due_at = null, payment_id = ${paymentId}
    where id = ${id}::uuid and account_id = ${accountId} and outcome is distinct from 'paid'
    returning 1`;
}

/** Marks a payment as not made. Returns a row if it had no result yet. */
export function settleUnpaidStatement(
  id: string,
  { outcome, reason, paymentId }: { outcome: string; reason: string | null; paymentId: string | null },
): Sql {
  return sql`
    update auto_top_up_payments
    set outcome = ${outcome}::text, reason = ${reason}::text, due_at = null, payment_id = ${paymentId}::text
    where id = ${id}::uuid and outcome is null
    returning account_id as "accountId", amount_micros as "amountMicros"`;
}

/** Pauses an account's auto top-up. Returns a row with its amount if it was on. */
export function pauseStatement(accountId: number, reason: string, now: Date): Sql {
  return sql`
    update auto_top_ups
    set state = 'paused', paused_for = ${reason}, paused_at = ${now}, limit_kind = null, limit_until = null
    where account_id = ${accountId} and state = 'on'
    returning amount_micros as "amountMicros"`;
}

/** Prevents an account's auto top-up from paying until an instant. */
export function limitStatement(accountId: number, kind: "day" | "month", until: Date): Sql {
  return sql`
    update auto_top_ups set limit_kind = ${kind}::text, limit_until = ${until}::timestamptz
    where account_id = ${accountId} and state = 'on'`;
}

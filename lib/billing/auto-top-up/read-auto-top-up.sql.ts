import { type Sql, sql } from "@/lib/db/sql";

/** An account's saved card, its auto top-up and its payments. `state` is null if auto top-up was never set up. */
export type AutoTopUpRow = CardColumns & {
  isPaying: boolean;
  /** The amount paid in the month. */
  paidMicros: bigint;
} & (ChosenColumns | { state: null });

/** The columns of the card, all null if none is saved. */
export type CardColumns = {
  brand: string | null;
  lastFour: string | null;
  expMonth: number | null;
  expYear: number | null;
};

type ChosenColumns = {
  state: string;
  amountMicros: bigint;
  belowMicros: bigint;
  perDay: number;
  monthMicros: bigint;
  pausedFor: string | null;
  pausedAt: Date | null;
  limitKind: string | null;
  limitUntil: Date | null;
};

/**
 * Reads an `AutoTopUpRow`: the card, the settings, whether a payment is in progress, and the amount paid since an
 * instant.
 */
export function autoTopUpStatement(accountId: number, monthStart: Date): Sql {
  return sql`
    select c.brand, c.last_four as "lastFour", c.exp_month as "expMonth", c.exp_year as "expYear",
      t.state, t.amount_micros as "amountMicros", t.below_micros as "belowMicros", t.per_day as "perDay",
      t.month_micros as "monthMicros", t.paused_for as "pausedFor", t.paused_at as "pausedAt",
      t.limit_kind as "limitKind", t.limit_until as "limitUntil",
      exists (select 1 from auto_top_up_payments p where p.account_id = a.id and p.outcome is null) as "isPaying",
      (select coalesce(sum(p.amount_micros), 0)::bigint from auto_top_up_payments p
        where p.account_id = a.id and p.created_at >= ${monthStart}::timestamptz and p.outcome = 'paid') as "paidMicros"
    from accounts a
    left join saved_cards c on c.account_id = a.id
    left join auto_top_ups t on t.account_id = a.id
    where a.id = ${accountId}`;
}

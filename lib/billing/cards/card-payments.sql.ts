import { type Sql, sql } from "@/lib/db/sql";

/** Inserts or updates a payment's row with its credited amount. Returns no row if the account does not exist. */
export function creditPaymentStatement(paymentId: string, accountId: number, creditedMicros: bigint): Sql {
  return sql`
    insert into card_payments (id, account_id, credited_micros)
    select ${paymentId}::text, id, ${creditedMicros}::bigint from accounts where id = ${accountId}
    on conflict (id) do update set credited_micros = excluded.credited_micros
    returning id`;
}

/**
 * Inserts or updates the row from the ledger, whose top-up has the session as its reference. Returns no row without
 * such an entry.
 */
export function findCreditStatement(paymentId: string, sessionId: string): Sql {
  return sql`
    insert into card_payments (id, account_id, credited_micros)
    select ${paymentId}::text, e.account_id, e.amount_micros from ledger_entries e
    where e.reference = ${sessionId} and e.kind = 'topup'
    on conflict (id) do update set credited_micros = excluded.credited_micros
    returning id`;
}

/** Inserts a payment's row before it is credited. Returns no row if the account does not exist. */
export function awaitPaymentStatement(paymentId: string, accountId: number): Sql {
  return sql`
    insert into card_payments (id, account_id) select ${paymentId}::text, id from accounts where id = ${accountId}
    on conflict (id) do update set id = excluded.id
    returning id`;
}

/** Raises the refunded amount of a payment, never lowers it, and locks the payment. */
export function recordRefundStatement(paymentId: string, refundedMicros: bigint): Sql {
  return sql`
    update card_payments set refunded_micros = greatest(refunded_micros, ${refundedMicros}::bigint)
    where id = ${paymentId}`;
}

/** Locks a payment. */
export function lockPaymentStatement(paymentId: string): Sql {
  return sql`select id from card_payments where id = ${paymentId} for update`;
}

/** A dispute as an event reports it. `stage` is that of `card_disputes`. */
export type DisputeState = {
  id: string;
  paymentId: string;
  amountMicros: bigint;
  stage: number;
  isWithdrawn: boolean;
  toldAt: Date;
};

/** Records the state of a dispute, unless a later event or stage is recorded. */
export function recordDisputeStatement(dispute: DisputeState): Sql {
  const { id, paymentId, amountMicros, stage, isWithdrawn, toldAt } = dispute;
  return sql`
    insert into card_disputes as d (id, payment_id, amount_micros, stage, is_withdrawn, told_at)
    values (${id}, ${paymentId}, ${amountMicros}::bigint, ${stage}, ${isWithdrawn}, ${toldAt})
    on conflict (id) do update set amount_micros = excluded.amount_micros, stage = excluded.stage,
      is_withdrawn = excluded.is_withdrawn, told_at = excluded.told_at
    where (excluded.stage, excluded.told_at) >= (d.stage, d.told_at)`;
}

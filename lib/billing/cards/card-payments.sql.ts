import { type Sql, sql } from "@/lib/db/sql";

/** A payment's row with what it credited. No row where there is no such account. */
export function creditPaymentStatement(paymentId: string, accountId: number, creditedMicros: bigint): Sql {
  return sql`
    insert into card_payments (id, account_id, credited_micros)
    select ${paymentId}::text, id, ${creditedMicros}::bigint from accounts where id = ${accountId}
    on conflict (id) do update set credited_micros = excluded.credited_micros
    returning id`;
}

/** The same from the ledger, where the top-up has the session as its reference. No row where there is none. */
export function findCreditStatement(paymentId: string, sessionId: string): Sql {
  return sql`
    insert into card_payments (id, account_id, credited_micros)
    select ${paymentId}::text, e.account_id, e.amount_micros from ledger_entries e
    where e.reference = ${sessionId} and e.kind = 'topup'
    on conflict (id) do update set credited_micros = excluded.credited_micros
    returning id`;
}

/** A payment's row before it is credited. No row where there is no such account. */
export function awaitPaymentStatement(paymentId: string, accountId: number): Sql {
  return sql`
    insert into card_payments (id, account_id) select ${paymentId}::text, id from accounts where id = ${accountId}
    on conflict (id) do update set id = excluded.id
    returning id`;
}

/** Puts what has been refunded of a payment up to an amount, never down, and locks it. */
export function recordRefundStatement(paymentId: string, refundedMicros: bigint): Sql {
  return sql`
    update card_payments set refunded_micros = greatest(refunded_micros, ${refundedMicros}::bigint)
    where id = ${paymentId}`;
}

/** Locks a payment. */
export function lockPaymentStatement(paymentId: string): Sql {
  return sql`select id from card_payments where id = ${paymentId} for update`;
}

/** A dispute as an event told of it; `stage` as in `card_disputes`. */
export type DisputeState = {
  id: string;
  paymentId: string;
  amountMicros: bigint;
  stage: number;
  isWithdrawn: boolean;
  toldAt: Date;
};

/** Records how a dispute stands, unless a later event or stage is recorded already. */
export function recordDisputeStatement(dispute: DisputeState): Sql {
  const { id, paymentId, amountMicros, stage, isWithdrawn, toldAt } = dispute;
  return sql`
    insert into card_disputes as d (id, payment_id, amount_micros, stage, is_withdrawn, told_at)
    values (${id}, ${paymentId}, ${amountMicros}::bigint, ${stage}, ${isWithdrawn}, ${toldAt})
    on conflict (id) do update set amount_micros = excluded.amount_micros, stage = excluded.stage,
      is_withdrawn = excluded.is_withdrawn, told_at = excluded.told_at
    where (excluded.stage, excluded.told_at) >= (d.stage, d.told_at)`;
}

import { type Sql, sql } from "@/lib/db/sql";
import { joinMessage } from "@/lib/queue/message-queue.sql";

/** The account's balance, and the recipients that have opted out. */
export type RecipientsRow = { balanceMicros: bigint; blocked: string[] };

/** Reads a balance, and looks up recipients among the account's opt-outs, each by the primary key of its table. */
export function recipientsStatement(accountId: number, msisdns: readonly string[]): Sql {
  return sql`
    select a.balance_micros as "balanceMicros",
      array(select b.msisdn from unnest(${[...msisdns]}::text[]) as n (msisdn)
        join blocked_numbers b on b.account_id = a.id and b.msisdn = n.msisdn and b.active) as blocked
    from accounts a where a.id = ${accountId}`;
}

/**
 * The price of messages, and the numbers of those that were blocked at acceptance. `acceptedAt` is null without
 * messages.
 */
export type ChargedRow = { optedOut: bigint; cannotReceive: bigint; micros: bigint; acceptedAt: Date | null };

/** Sums up an account's messages. They and their deductions are looked up by id. */
export function chargedStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    select count(*) filter (where m.blocked_reason = 'unsubscribed' and m.status_at = m.accepted_at) as "optedOut",
      count(*) filter (where m.blocked_reason = 'invalid_number' and m.status_at = m.accepted_at) as "cannotReceive",
      coalesce(sum(e.net_micros + e.gst_micros), 0)::bigint as micros, max(m.accepted_at) as "acceptedAt"
    from unnest(${[...ids]}::uuid[]) as i (id)
    ${joinMessage(sql`i.id`)}
    join ledger_entries e on e.message_id = m.id and e.kind = 'deduction'
    where m.account_id = ${accountId}`;
}

/** The lists of a send, and the number of their contacts that it left out. */
export type LeftOutRow = { listNames: string[]; leftOut: number };

export function leftOutStatement(accountId: number, id: string): Sql {
  return sql`
    select coalesce(list_names, '{}') as "listNames", left_out as "leftOut" from bulk_sends
    where id = ${id}::uuid and account_id = ${accountId}`;
}

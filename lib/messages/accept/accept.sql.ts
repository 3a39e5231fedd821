import { toColumns } from "@/lib/db/parameters";
import { hasKey, NOTHING, prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { addToBillingDays } from "@/lib/ledger/billing-days.sql";
import { insertEntries, type LedgerEntry } from "@/lib/ledger/entries.sql";
import type { Submission } from "@/lib/messages/accept/submission";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/** What the statement says of one submission, by its place in the list. */
export type AcceptRow = {
  number: number;
  /** What it costs, and what the account had before anything of this round was taken. */
  micros: bigint;
  balanceMicros: bigint;
  affordable: boolean;
  taken: boolean;
  /** Messages that will not be sent. */
  blocked: string[];
  /** Messages to numbers that another network has taken over, and in the same order that network's code. */
  ported: string[];
  networks: string[];
};

export type Locking = "wait" | "skip";

/** The deduction of a message that is `judged`. */
const DEDUCTION: LedgerEntry = {
  id: sql`j.ledger_id`,
  accountId: sql`j.account_id`,
  amount: { charged: { net: sql`j.net_micros`, gst: sql`j.gst_micros` } },
  message: {
    id: sql`j.id`,
    sendType: sql`j.send_type`,
    rateCode: sql`j.billed_rate_code`,
    segments: sql`j.parts`,
  },
};

/** A plan that is kept knows nothing of the number of submissions; beyond these it is worth making one each time. */
const PREPARED_MOST = 50;

/**
 * The whole of acceptance in one statement (rules: accepting, debits, blocked messages): locks the accounts in the
 * order of their ids, takes submissions as long as the balance covers them, claims their idempotency keys, looks up
 * opt-outs and ported numbers, writes messages, ledger and the day's sums, and debits. What is not taken leaves no
 * trace.
 *
 * An account's submissions are weighed in order, each on top of those before it, so that one behind a refused one may
 * be called unaffordable though it is not; `accept` knows.
 * @param locking whether to wait for an account that another transaction has; where not, its submissions have no row.
 * @param lease until when the caller has what is due at once, to hand it to the carrier; null leaves it to `dispatch`.
 */
export async function acceptStatement(
  submissions: readonly Submission[],
  now: Date,
  locking: Locking,
  lease: Date | null,
): Promise<Sql> {
  const rows = submissions.flatMap(({ items }, number) => items.map((item) => ({ item, number })));
  const items = await toColumns(rows, {
    number: ({ number }) => number,
    id: ({ item }) => item.id,
    ledgerId: newId,
    msisdn: ({ item }) => item.msisdn,
    netMicros: ({ item }) => item.netMicros,
    gstMicros: ({ item }) => item.gstMicros,
    invalid: ({ item }) => item.invalidNumber,
    dueAt: ({ item }) => item.dueAt,
  });
  const each = <Value>(of: (submission: Submission) => Value) => submissions.map(of);
  const statement = sql`
    with submission as (
      select * from unnest(
        ${submissions.map((_, number) => number)}::int[],
        ${each((s) => s.accountId)}::int[],
        ${each((s) => s.sendType)}::send_type[],
        ${each((s) => s.messageClass)}::message_class[],
        ${each((s) => s.sender)}::text[],
        ${each((s) => s.body)}::text[],
        ${each((s) => s.encoding)}::encoding[],
        ${each((s) => s.parts)}::int[],
        ${each((s) => s.customerMessageId)}::text[],
        ${each((s) => s.rateCode)}::text[],
        ${each((s) => s.billedRateCode)}::text[],
        ${each((s) => s.heldHosts.join(" "))}::text[],
        ${each((s) => s.idempotency?.key ?? null)}::text[],
        ${each((s) => s.idempotency?.requestHash ?? null)}::bytea[],
        ${each((s) => s.idempotency?.expiresAt ?? null)}::timestamptz[],
        ${each((s) => s.encryptedBody)}::bytea[]
      ) as s (number, account_id, send_type, message_class, sender, body, encoding, parts, customer_message_id,
        rate_code, billed_rate_code, held_hosts, key, request_hash, key_expires_at, encrypted_body)
    ), item as (
      select * from unnest(
        ${items.number}::int[],
        ${items.id}::uuid[],
        ${items.ledgerId}::uuid[],
        ${items.msisdn}::text[],
        ${items.netMicros}::bigint[],
        ${items.gstMicros}::bigint[],
        ${items.invalid}::boolean[],
        ${items.dueAt}::timestamptz[]
      ) as i (number, id, ledger_id, msisdn, net_micros, gst_micros, invalid, due_at)
    ), account as materialized (
      select id, balance_micros from accounts
      where id = any(${each((s) => s.accountId)}::int[]) and status = 'active'
      order by id for no key update ${locking === "skip" ? sql`skip locked` : NOTHING}
    ), total as (
      select number, sum(net_micros + gst_micros)::bigint as micros from item group by number
    ), weighed as (
      select s.*, t.micros, a.balance_micros,
        sum(t.micros) over (partition by s.account_id order by s.number) <= a.balance_micros as affordable
      from submission s join total t on t.number = s.number join account a on a.id = s.account_id
    ), claimed as (
      insert into idempotency_keys as k (account_id, key, request_hash, response, expires_at)
      select account_id, key, request_hash, ''::bytea, key_expires_at from weighed where affordable and key is not null
      on conflict (account_id, key) do update
        set request_hash = excluded.request_hash, response = excluded.response, expires_at = excluded.expires_at
        where k.expires_at <= ${now}::timestamptz
      returning k.account_id, k.key
    ), taken as (
      select w.* from weighed w
      where w.affordable and (w.key is null
        or exists (select 1 from claimed c where c.account_id = w.account_id and c.key = w.key))
    ), judged as materialized (
      select i.*, t.account_id, t.send_type, t.message_class, t.sender, t.body, t.encrypted_body, t.encoding, t.parts,
        t.customer_message_id, t.rate_code, t.billed_rate_code, t.held_hosts, b.reason,
        (select p.network_code from ported_numbers p where p.msisdn = i.msisdn) as network_code
      from item i join taken t on t.number = i.number
      cross join lateral (
        select case when i.invalid then 'invalid_number'::blocked_reason
          when (select n.active from blocked_numbers n
            where n.account_id = t.account_id and n.msisdn = i.msisdn) then 'unsubscribed'::blocked_reason
          end as reason
      ) b
    ), written as (
      insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts,
        customer_message_id, rate_code, accepted_at, held_hosts, status, status_code, status_at, blocked_reason)
      select j.id, j.account_id, j.send_type, j.message_class, j.sender, j.msisdn, j.body, j.encoding, j.parts,
        j.customer_message_id, j.rate_code, ${now}::timestamptz,
        case when j.reason is null then string_to_array(j.held_hosts, ' ') else '{}' end,
        case when j.reason is null then 'PENDING' else 'BLOCKED' end::delivery_status,
        case when j.reason is not null then -1 end,
        case when j.reason is not null then ${now}::timestamptz end,
        j.reason
      from judged j
    ), queued as (
      insert into message_queue (account_id, accepted_at, message_id, held, due_at, first_tried_at, attempts,
        encrypted_body)
      select j.account_id, ${now}::timestamptz, j.id, j.due_at is null,
        -- What goes out at once is due when it is accepted: by that, dispatch knows what is fresh.
        case when mine then ${lease}::timestamptz
          when j.due_at is not null then greatest(j.due_at, ${now}::timestamptz) end,
        case when mine then ${now}::timestamptz end, mine::int, j.encrypted_body
      from judged j
      cross join lateral (
        select coalesce(j.due_at <= ${now}::timestamptz, false) and ${lease}::timestamptz is not null as mine) l
      where j.reason is null
    ), entered as (
      ${insertEntries("deduction", DEDUCTION, now, sql`from judged j`)}
    ), rolled_up as (
      ${addToBillingDays(sql`judged`, now)}
    ), announced as (
      ${enqueueReports(blockedAtAcceptance(now), sql`judged j`, sql`j.reason is not null`, now)}
    ), debited as (
      update accounts a set balance_micros = a.balance_micros - d.micros
      from (select account_id, sum(micros)::bigint as micros from taken group by account_id) d
      where a.id = d.account_id
    )
    select w.number, w.micros, w.balance_micros as "balanceMicros", w.affordable, t.number is not null as taken,
      coalesce(x.blocked, '{}') as blocked, coalesce(x.ported, '{}') as ported, coalesce(x.networks, '{}') as networks
    from weighed w left join taken t on t.number = w.number
    left join (
      select number, array_agg(id) filter (where reason is not null) as blocked,
        array_agg(id) filter (where network_code is not null) as ported,
        array_agg(network_code) filter (where network_code is not null) as networks
      from judged where reason is not null or network_code is not null group by number) x
      on x.number = w.number
    order by w.number`;
  return submissions.length <= PREPARED_MOST ? prepared(`accept-${locking}`, statement) : statement;
}

/** The report of a message that goes BLOCKED as it is accepted (rules: blocked messages). */
function blockedAtAcceptance(now: Date): ReportColumns {
  return {
    accountId: sql`j.account_id`,
    messageId: sql`j.id`,
    status: sql`'BLOCKED'`,
    statusCode: sql`-1`,
    at: sql`${now}::timestamptz`,
    carrier: sql`null`,
    carrierReference: sql`null`,
    customerMessageId: sql`j.customer_message_id`,
    blockedReason: sql`j.reason`,
  };
}

/** The encrypted response to a request with an idempotency key. */
export type Remembered = { accountId: number; key: string; response: Buffer };

/**
 * Keeps the responses to requests with an idempotency key, in the transaction that accepted them. They go as one value,
 * which the driver sends as it is: each of an array it would write in hexadecimal first.
 */
export function rememberStatement(responses: readonly Remembered[]): Sql {
  const ends: number[] = [];
  for (const { response } of responses) ends.push((ends.at(-1) ?? 0) + response.length);
  const [first, ...others] = responses.map(({ response }) => response);
  const all = first && others.length === 0 ? first : Buffer.concat(responses.map((r) => r.response));
  return sql`
    update idempotency_keys k set response = substring(${all}::bytea from r.at for r.length)
    from unnest(
      ${responses.map((r) => r.accountId)}::int[],
      ${responses.map((r) => r.key)}::text[],
      ${responses.map((r, index) => (ends[index] as number) - r.response.length + 1)}::int[],
      ${responses.map((r) => r.response.length)}::int[]
    ) as r (account_id, key, at, length)
    where ${hasKey(sql`k.account_id, k.key`, sql`r.account_id, r.key`)}`;
}

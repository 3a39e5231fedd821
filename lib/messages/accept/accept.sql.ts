import { NEWEST_ROUTES_VERSION } from "@/lib/carriers/tables.sql";
import { toColumns } from "@/lib/db/parameters";
import { NOTHING, prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { addToBillingDays } from "@/lib/ledger/billing-days.sql";
import { insertEntries, type LedgerEntry } from "@/lib/ledger/entries.sql";
import type { LeaseForm } from "@/lib/messages/accept/hand-over";
import {
  type Answered,
  FORESEEN_NAMES,
  foreseenColumns,
  KEY_NAMES,
  keyColumns,
  takenAndJudged,
} from "@/lib/messages/accept/judged.sql";
import type { Submission } from "@/lib/messages/accept/submission";
import { type BatchLease, leaseTogether } from "@/lib/queue/batch-leases.sql";
import { enqueueReports, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/** The statement's row for one submission; the columns behind `number` are for one that has it. */
export type AcceptRow = {
  /** The routes that acceptance goes by, the same in all rows. */
  routesVersion: number;
  /** Its place in the list, from 0; null in the one row that is there where no submission has one. */
  number: number | null;
  /** Its price. */
  micros: bigint;
  /** The account's balance before this statement. */
  balanceMicros: bigint;
  affordable: boolean;
  /** Whether it is affordable and not taken because its response foresees something else than was found. */
  unforeseen: boolean;
  taken: boolean;
  /** Ids of its messages that are blocked; null for none. */
  blocked: string[] | null;
  /** Ids of its messages to ported numbers; null for none. */
  ported: string[] | null;
  /** The codes of the networks that have the numbers of `ported`, in the same order. */
  networks: string[] | null;
};

/** The deduction for a row of `judged`. */
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

/** The report of a message that goes BLOCKED as it is accepted (rules: blocked messages). */
const BLOCKED_REPORT: Omit<ReportColumns, "at"> = {
  accountId: sql`j.account_id`,
  messageId: sql`j.id`,
  status: sql`'BLOCKED'`,
  statusCode: sql`-1`,
  carrier: sql`null`,
  carrierReference: sql`null`,
  sender: sql`j.sender`,
  customerMessageId: sql`j.customer_message_id`,
  blockedReason: sql`j.reason`,
};

const SKIP_LOCKED = sql`skip locked`;
const JUDGED_TABLE = sql`judged`;
const JUDGED_ROWS = sql`judged j`;
const FROM_JUDGED = sql`from judged j`;
const IS_BLOCKED = sql`j.reason is not null`;

/** Whether a statement waits for an account that another transaction has locked, or skips it. */
export type Locking = "wait" | "skip";

/**
 * How messages are leased, by their ids, and until when. Those that are leased together have the lease of this batch.
 */
export type Leases = { batch: BatchLease; forms: ReadonlyMap<string, LeaseForm> };

/** What acceptance goes by, apart from the submissions. */
export type AcceptTerms = {
  now: Date;
  /** By `skip`, submissions of an account that another transaction has locked get no row. */
  locking: Locking;
  /** The leases of the caller, which hands over the messages that have one; null leaves all of them to `dispatch`. */
  leases: Leases | null;
};

/**
 * Acceptance in one statement (rules: accepting, debits, blocked messages). It locks the accounts by id,
 * checks their balances, and claims idempotency keys with the responses that are stored. It looks up opt-outs and
 * ported numbers, writes messages, ledger entries and billing days, and debits the accounts. A submission that is
 * not taken leaves no trace. Those whose carriers were chosen by other routes than the newest get no row
 * (rules: routes).
 *
 * Each submission of an account is weighed on top of all before it, whatever becomes of these. One behind a submission
 * that is not taken may therefore count as unaffordable though it is not; `accept` tries it again. So it does with one
 * whose response foresees something else than is found.
 */
export async function acceptStatement(answered: readonly Answered[], terms: AcceptTerms): Promise<Sql> {
  const { now, locking, leases } = terms;
  const submissions = answered.map(({ submission }) => submission);
  const each = <Value>(of: (submission: Submission) => Value) => submissions.map(of);
  const accountIds = each((s) => s.accountId);
  const prices = pricesOf(submissions);
  const items = await itemColumns(submissions, leases);
  const keys = answered.some(({ answer }) => answer !== null)
    ? { ...keyColumns(answered), foreseen: await foreseenColumns(answered) }
    : null;
  const own = submissions.some((s) => s.items.some((item) => item.own))
    ? await ownColumns(submissions)
    : null;
  const windows = submissions.some((s) => s.window !== undefined)
    ? sql`select * from unnest(${submissions.map((_, number) => number)}::int[],
        ${each((s) => s.window ?? null)}::text[]) as w (number, delivery_window)`
    : null;
  const statement = sql`
    with submission as (
      select * from unnest(
        ${submissions.map((_, number) => number)}::int[], ${accountIds}::int[],
        ${each((s) => s.sendType)}::send_type[], ${each((s) => s.messageClass)}::message_class[],
        ${each((s) => s.sender)}::text[], ${each((s) => s.body)}::text[], ${each((s) => s.encoding)}::encoding[],
        ${each((s) => s.parts)}::int[], ${each((s) => s.customerMessageId)}::text[],
        ${each((s) => s.rateCode)}::text[], ${each((s) => s.billedRateCode)}::text[],
        ${each((s) => s.heldHosts.join(" "))}::text[], ${each((s) => s.encryptedBody)}::bytea[],
        ${each((s) => s.validityMinutes)}::int[], ${each((s) => s.routesVersion)}::int[],
        ${prices.map(({ micros }) => micros)}::bigint[], ${prices.map(({ total }) => total)}::bigint[]
        ${keys?.columns ?? NOTHING}
      ) as s (number, account_id, send_type, message_class, sender, body, encoding, parts, customer_message_id,
        rate_code, billed_rate_code, held_hosts, encrypted_body, validity_minutes, routes_version, micros, total_micros
        ${keys ? KEY_NAMES : NOTHING})
    ), item as (
      select * from unnest(
        ${items.number}::int[], ${items.id}::uuid[], ${items.ledgerId}::uuid[], ${items.msisdn}::text[],
        ${items.netMicros}::bigint[], ${items.gstMicros}::bigint[], ${items.invalid}::boolean[],
        ${items.dueAt}::timestamptz[], ${items.carrierId}::smallint[], ${items.sendAt}::timestamptz[],
        ${items.lease}::text[]
        ${keys?.foreseen ?? NOTHING}
      ) as i (number, id, ledger_id, msisdn, net_micros, gst_micros, invalid, due_at, carrier_id, send_at, lease
        ${keys ? FORESEEN_NAMES : NOTHING})
    ), account as materialized (
      select id, balance_micros from accounts
      where id = any(${[...new Set(accountIds)]}::int[]) and status = 'active'
      order by id for no key update ${locking === "skip" ? SKIP_LOCKED : NOTHING}
    ), ${own ? sql`own as (${own}), ` : NOTHING}${windows ? sql`delivery as (${windows}), ` : NOTHING}${WEIGHED},
    ${takenAndJudged({ now, responses: keys?.responses ?? null, hasOwn: own !== null })}, written as (
      ${insertMessages(now)}
    ), queued as (
      ${insertQueueRows({ now, leases, hasWindows: windows !== null })}
    ), leased as (
      ${leaseTogether(leases?.batch ?? null, sql`judged j where j.lease = 'batch' and j.reason is null`, now)}
    ), entered as (
      ${insertEntries("deduction", DEDUCTION, now, FROM_JUDGED)}
    ), rolled_up as (
      ${addToBillingDays(JUDGED_TABLE, now)}
    ), announced as (
      ${enqueueReports({ ...BLOCKED_REPORT, at: sql`${now}::timestamptz` }, JUDGED_ROWS, IS_BLOCKED, now)}
    ), debited as (
      update accounts a set balance_micros = a.balance_micros - d.micros
      from (select account_id, sum(micros)::bigint as micros from taken group by account_id) d
      where a.id = d.account_id
    )
    ${keys ? OUTCOMES_WITH_KEYS : OUTCOMES}`;
  // To plan one of a hundred submissions takes half as long as to run it.
  return own === null && windows === null
    ? prepared(`accept-${locking}${keys ? "-keys" : ""}`, statement)
    : statement;
}

/** What a submission costs, and what it and all before it of the same account cost together. */
type Price = { micros: bigint; total: bigint };

function pricesOf(submissions: readonly Submission[]): Price[] {
  const totals = new Map<number, bigint>();
  return submissions.map(({ accountId, items }) => {
    const micros = items.reduce((sum, { netMicros, gstMicros }) => sum + netMicros + gstMicros, 0n);
    const total = (totals.get(accountId) ?? 0n) + micros;
    totals.set(accountId, total);
    return { micros, total };
  });
}

/** The texts of messages that have their own, by the ids of these. */
async function ownColumns(submissions: readonly Submission[]): Promise<Sql> {
  const rows = submissions.flatMap(({ items }) =>
    items.flatMap(({ id, own }) => (own ? [{ id, ...own }] : [])),
  );
  const own = await toColumns(rows, {
    id: ({ id }) => id,
    body: ({ body }) => body,
    encoding: ({ encoding }) => encoding,
    parts: ({ parts }) => parts,
    heldHosts: ({ heldHosts }) => heldHosts.join(" "),
  });
  return sql`
      select * from unnest(${own.id}::uuid[], ${own.body}::text[], ${own.encoding}::encoding[], ${own.parts}::int[],
        ${own.heldHosts}::text[]) as o (id, body, encoding, parts, held_hosts)`;
}

/** The columns of all messages, each with the number of its submission. */
function itemColumns(submissions: readonly Submission[], leases: Leases | null) {
  const rows = submissions.flatMap(({ items }, number) => items.map((item) => ({ item, number })));
  return toColumns(rows, {
    number: ({ number }) => number,
    id: ({ item }) => item.id,
    ledgerId: newId,
    msisdn: ({ item }) => item.msisdn,
    netMicros: ({ item }) => item.netMicros,
    gstMicros: ({ item }) => item.gstMicros,
    invalid: ({ item }) => item.invalidNumber,
    dueAt: ({ item }) => item.dueAt,
    sendAt: ({ item }) => item.sendAt,
    carrierId: ({ item }) => item.carrierId,
    lease: ({ item }) => leases?.forms.get(item.id) ?? null,
  });
}

/**
 * Every submission of the locked accounts that was routed by the newest routes, which are asked for once all locks are there,
 * and whether the balance covers it and all before it.
 */
const WEIGHED = sql`newest as materialized (
      select count(*) as locked, ${NEWEST_ROUTES_VERSION} as version from account
    ), weighed as (
      select s.*, a.balance_micros, s.total_micros <= a.balance_micros as affordable
      from submission s join account a on a.id = s.account_id
      join newest n on s.routes_version is null or s.routes_version = n.version
    )`;

function insertMessages(now: Date): Sql {
  return sql`insert into messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts,
        customer_message_id, rate_code, accepted_at, send_at, held_hosts, status, status_code, status_at, blocked_reason)
      select j.id, j.account_id, j.send_type, j.message_class, j.sender, j.msisdn, j.body, j.encoding, j.parts,
        j.customer_message_id, j.rate_code, ${now}::timestamptz, j.send_at,
        case when j.reason is null then string_to_array(j.held_hosts, ' ') else '{}' end,
        case when j.reason is null then 'PENDING' else 'BLOCKED' end::delivery_status,
        case when j.reason is not null then -1 end,
        case when j.reason is not null then ${now}::timestamptz end,
        j.reason
      from judged j`;
}

type QueueTerms = { now: Date; leases: Leases | null; hasWindows: boolean };

/**
 * Queues the messages that are not blocked. Those that the caller hands over count as tried once. They have no due time
 * where they are leased together. Otherwise they have the end of the lease, and perhaps are with the carrier until then
 * (rules: possible duplicates).
 */
function insertQueueRows({ now, leases, hasWindows }: QueueTerms): Sql {
  return sql`insert into message_queue (account_id, accepted_at, message_id, held, due_at, first_tried_at, unknown_since,
        attempts, encrypted_body, valid_until, carrier_id${hasWindows ? sql`, delivery_window` : NOTHING})
      select j.account_id, ${now}::timestamptz, j.id, j.due_at is null,
        -- A message that is due at once is due at its acceptance: by that, dispatch knows that it is fresh.
        case when j.lease = 'batch' then null
          when j.lease = 'own' then ${leases?.batch.until ?? null}::timestamptz
          when j.due_at is not null then greatest(j.due_at, ${now}::timestamptz) end,
        case when j.lease is not null then ${now}::timestamptz end,
        case when j.lease = 'own' then ${now}::timestamptz end, (j.lease is not null)::int, j.encrypted_body,
        greatest(j.due_at, j.send_at, ${now}::timestamptz) + j.validity_minutes * interval '1 minute', j.carrier_id
        ${hasWindows ? sql`, (select w.delivery_window from delivery w where w.number = j.number)` : NOTHING}
      from judged j
      where j.reason is null`;
}

/** An `AcceptRow` for each submission that is weighed, and one without a number where none is. */
const outcomes = (terms: { found: Sql; isUnforeseen: Sql; isTaken: Sql }): Sql => sql`
    select n.version as "routesVersion", w.number, w.micros, w.balance_micros as "balanceMicros",
      w.affordable, ${terms.isUnforeseen} as unforeseen, ${terms.isTaken} as taken, x.blocked, x.ported, x.networks
    from newest n left join weighed w on true
    left join (
      select number, array_agg(id) filter (where reason is not null) as blocked,
        array_agg(id) filter (where network_code is not null) as ported,
        array_agg(network_code) filter (where network_code is not null) as networks
      from ${terms.found} where reason is not null or network_code is not null group by number) x
      on x.number = w.number`;
const OUTCOMES = outcomes({ found: JUDGED_TABLE, isUnforeseen: sql`false`, isTaken: sql`w.affordable` });
const OUTCOMES_WITH_KEYS = outcomes({
  found: sql`looked_up`,
  isUnforeseen: sql`exists (select from unforeseen u where u.number = w.number)`,
  isTaken: sql`exists (select from taken t where t.number = w.number)`,
});

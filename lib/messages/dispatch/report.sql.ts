import type { CarrierReport } from "@/lib/carriers/carrier";
import { type Months, namedFor, within } from "@/lib/db/partitions/months.sql";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { storable } from "@/lib/db/storable";
import { isWrittenFormOf } from "@/lib/messages/dispatch/other-forms/other-forms.sql";
import { isQueueRowOf, joinMessage } from "@/lib/queue/message-queue.sql";
import { isFinal } from "@/lib/queue/status.sql";
import type { DeliveryStatus } from "@/lib/sms/status";
import { type HandedOver, handedOver, type PromisedPlaces } from "@/lib/webhooks/delivery/hand-over.sql";
import { enqueueLeased, type ReportColumns } from "@/lib/webhooks/report-event.sql";

/**
 * Returns whether two times are too coarse to be ordered: they are equal, or one is a whole minute or second that
 * contains the other (rules: report times).
 */
const isCoarse = (one: Sql, other: Sql) =>
  sql`(${sameUnit(one, other, "minute")} or ${sameUnit(one, other, "second")})`;

const UNITS = { minute: sql`'minute'`, second: sql`'second'` };

const sameUnit = (one: Sql, other: Sql, unit: "minute" | "second") => {
  const cut = (time: Sql) => sql`date_trunc(${UNITS[unit]}, ${time})`;
  return sql`(${cut(one)} = ${cut(other)} and (${one} = ${cut(one)} or ${other} = ${cut(other)}))`;
};

/** The most characters of a network's error that are kept. */
const MAX_ERROR_LENGTH = 64;

/** A carrier's report with an id of ours and the status that its code stands for. */
export type NumberedReport = CarrierReport & { id: string; status: DeliveryStatus };

/**
 * The reports that are told, as they are told (rules: final statuses): each that moved its message, and before these, of a
 * message that is reported on as a whole, what is not final, as long as it had no end. Messages have one end, and nothing is told behind it.
 */
const toldOf = (months: Months | null): Sql => sql`(
  select m.account_id, m.id, r.status, r.code, r.reported_at, r.reference, m.sender, m.customer_message_id
  from weighed r ${joinMessage(sql`r.message_id`, months)}
  where r.part_count = 1 and not r.final and r.id not in (select report_id from moved)
    and not ${isFinal(sql`m.status`)}
  union all
  select account_id, id, status, code, reported_at, reference, sender, customer_message_id from moved) r`;

/** The event of such a report; its carrier is the one that reports. */
const reportedBy = (carrier: string): ReportColumns => ({
  accountId: sql`r.account_id`,
  messageId: sql`r.id`,
  status: sql`r.status`,
  statusCode: sql`r.code`,
  at: sql`r.reported_at`,
  carrier: sql`${carrier}`,
  carrierReference: sql`r.reference`,
  sender: sql`r.sender`,
  customerMessageId: sql`r.customer_message_id`,
  blockedReason: sql`null`,
});

/**
 * A report that belongs to a message, or the events of an account that are handed over: one of the two. `isTold`: whether
 * the statement wrote other events, which are due. Where a report ends a message, the key of its queue row, when it was handed
 * over and whether it is delivered; null otherwise.
 */
export type ReportedRow = {
  id: string | null;
  messageId: string | null;
  accountId: number | null;
  acceptedAt: Date | null;
  submittedAtMs: number | null;
  isDelivered: boolean | null;
  handed: HandedOver | null;
  isTold: boolean;
};

/** Reports of a carrier, and in which months their messages are looked for; those of others are found by none. */
export type Recording = {
  reports: readonly NumberedReport[];
  carrier: string;
  months: Months | null;
  promised: PromisedPlaces;
};

/** A message that a report has ended. */
export type EndedMessage = { messageId: string; accountId: number; acceptedAt: Date };

/**
 * Records reports and moves their messages; gives `ReportedRow`: one for each report that belongs to a message, and the
 * events that are handed over.
 * The newest message with a reference is looked for by its id alone, so that partitions are asked from the newest on, and no
 * further than needed. Rows are written in the order of their messages, so that two statements at once never dead-lock. Joined
 * rows are looked up by an index one by one, since the planner does not know how many there are.
 *
 * A message whose parts are reported on one by one is delivered with its last part: each part counts down
 * `parts_left` once, under a lock that two statements at once have one after the other. A part that fails ends it. What ends
 * nothing changes the row of such a message alone, which is told of each change once; of others it is read from the report
 * (rules: final statuses), all but UNKNOWN: whoever ends messages without a report at the same time waits for that row.
 * The queue rows of messages that end are taken away by `arriveStatement`, in the same transaction.
 */
export function reportStatement({ reports, carrier, months, promised }: Recording, now: Date): Sql {
  return prepared(
    namedFor(months, "report"),
    sql`
    with ${givenReports(reports, now)}, matched as materialized (
      select g.*, s.message_id, s.attempt, s.part, s.part_count, s.submitted_at, r.reported_at from given g cross join lateral (
        select c.message_id from carrier_submissions c
        where c.reference = g.reference and c.carrier = ${carrier} ${within(months, sql`c.message_id`)} and (g.msisdn is null
          or exists (select from messages m where m.id = c.message_id ${within(months, sql`m.id`)}
            and ${isWrittenFormOf(sql`g.msisdn`, sql`m.msisdn`)} offset 0))
        order by c.message_id desc limit 1) n
      cross join lateral (
        select * from carrier_submissions c
        where c.message_id = n.message_id ${within(months, sql`c.message_id`)} and c.reference = g.reference and c.carrier = ${carrier}
        order by c.attempt desc, c.part limit 1) s
      cross join lateral (
        select case when g.stated_at >= s.submitted_at then g.stated_at else greatest(g.arrived_at, s.submitted_at) end as at
        offset 0) t
      cross join lateral (
        select greatest(t.at, max(d.reported_at)) as reported_at from delivery_reports d
        where d.message_id = s.message_id ${within(months, sql`d.message_id`)} and d.report_key <> g.key
          and ${isCoarse(sql`d.reported_at`, sql`t.at`)} offset 0) r
    ), recorded as (
      insert into delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at, part,
        error_code)
      select id, message_id, key, status, code, reported_at, ${now}::timestamptz, part, error_code from matched
      order by message_id, key
      on conflict (message_id, report_key) do nothing
      returning id
    ), fresh as (
      select x.*, ${isFinal(sql`x.status`)} as final
      from recorded r join matched x on x.id = r.id
    ), ${countedDown(months)}, newest as (
      select distinct on (message_id) * from weighed
      where not is_partial and (final or part_count > 1 or status = 'UNKNOWN')
      order by message_id, final desc, case when final then id end, reported_at desc, id desc
    ), moved as (
      update messages m set status = n.status, status_code = n.code, status_at = n.reported_at
      from newest n
      where m.id = any(array(select message_id from newest)) ${within(months, sql`m.id`)} and m.id = n.message_id and not ${isFinal(sql`m.status`)}
        and (n.final or m.status <> n.status and (m.status_at is null or n.reported_at >= m.status_at))
      returning m.account_id, m.accepted_at, m.id, m.sender, m.customer_message_id, n.final, n.id as report_id, n.status,
        n.code, n.reported_at, n.reference, n.submitted_at
    ), announced as (
      ${enqueueLeased(reportedBy(carrier), { from: toldOf(months), where: sql`true` }, now, promised)}
    )
    select x.id, e.id as "messageId", e.account_id as "accountId", e.accepted_at as "acceptedAt",
      date_part('epoch', e.submitted_at) * 1000 as "submittedAtMs", e.status = 'DELIVRD' as "isDelivered",
      null::json as handed, exists (select from announced where attempts = 0) as "isTold"
    from matched x left join moved e on e.report_id = x.id and e.final
    union all
    select null, null, null, null, null, null, handed, false from (${handedOver(sql`announced w`, "report", now)}) h`,
  );
}

/** Takes messages off the queue that reports have ended. */
export function arriveStatement(ended: readonly EndedMessage[]): Sql {
  return prepared(
    "arrive",
    sql`
    delete from message_queue u using unnest(
      ${ended.map(({ accountId }) => accountId)}::int[],
      ${ended.map(({ acceptedAt }) => acceptedAt)}::timestamptz[],
      ${ended.map(({ messageId }) => messageId)}::uuid[]
    ) as g (account_id, accepted_at, id)
    where ${isQueueRowOf(sql`g`)}`,
  );
}

/** The reports as the table `given`. */
function givenReports(reports: readonly NumberedReport[], now: Date): Sql {
  const each = <Value>(of: (report: NumberedReport) => Value) => reports.map(of);
  return sql`given as (
      select * from unnest(
        ${each(({ id }) => id)}::uuid[],
        ${each(({ reference }) => storable(reference))}::text[],
        ${each(({ key }) => storable(key))}::text[],
        ${each(({ status }) => status)}::delivery_status[],
        ${each(({ code }) => code)}::int[],
        ${each(({ reportedAt }) => reportedAt)}::timestamptz[],
        ${each(({ msisdn }) => (msisdn ? storable(msisdn) : null))}::text[],
        ${each(({ errorCode }) => (errorCode ? storable(errorCode).slice(0, MAX_ERROR_LENGTH) : null))}::text[],
        ${each(({ receivedAt = now }) => receivedAt)}::timestamptz[]
      ) as g (id, reference, key, status, code, stated_at, msisdn, error_code, arrived_at)
    )`;
}

/**
 * Of `fresh` reports, `weighed` says which tell only of a part: a delivery where others are missing. Each part
 * counts once, whatever is reported of it.
 */
const countedDown = (months: Months | null): Sql => sql`part_delivered as (
      update carrier_submissions s set state = 'delivered'
      from (
        select distinct message_id, attempt, part from fresh where part_count > 1 and status = 'DELIVRD'
        order by message_id, attempt, part) d
      where s.message_id = any(array(select message_id from fresh where part_count > 1 and status = 'DELIVRD'))
        ${within(months, sql`s.message_id`)} and (s.message_id, s.attempt, s.part) = (d.message_id, d.attempt, d.part)
        and s.state = 'accepted'
      returning s.message_id
    ), counted as materialized (
      select u.account_id, u.accepted_at, u.message_id as id, u.parts_left - d.parts as parts_left
      from (
        select m.account_id, m.accepted_at, m.id, count(*)::int as parts
        from part_delivered p ${joinMessage(sql`p.message_id`, months)}
        group by m.account_id, m.accepted_at, m.id order by m.id) d
      cross join lateral (
        select * from message_queue q
        where q.account_id = d.account_id and q.accepted_at = d.accepted_at and q.message_id = d.id for update) u
    ), counted_down as (
      update message_queue u set parts_left = c.parts_left from counted c
      where ${isQueueRowOf(sql`c`)} and c.parts_left > 0 and not exists (
        select 1 from fresh f where f.message_id = c.id and f.final and f.status <> 'DELIVRD')
    ), weighed as (
      select f.*, f.part_count > 1 and f.status = 'DELIVRD' and not exists (
        select 1 from counted c where c.id = f.message_id and c.parts_left <= 0) as is_partial
      from fresh f
    )`;

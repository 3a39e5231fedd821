import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/** The number of rows that share the sums of an account's day at a carrier. */
const SHARDS = 4;

/** The simulator charges nothing and reaches no phone, so it has no sums. */
const SIMULATOR = "simulator";

/** Returns whether a carrier has sums by day. */
export const hasDays = (carrier: string): boolean => carrier !== SIMULATOR;

/**
 * Adds messages to the days of their accounts at a carrier (rules: carrier costs). `taken` has `at`, the time of the
 * handover, and `account_id`, `id` and `cost_micros`. `is_first` is set if the carrier had no part of the message
 * before: the billed amount counts once, with the first parts. The insert runs after all locks of messages, for a
 * carrier that has days.
 */
export function addToCarrierDays(carrier: string, taken: Sql): Sql {
  return sql`
      insert into carrier_days as d (day, carrier, account_id, shard, messages, net_micros, cost_micros)
      select (t.at at time zone ${NZ_ZONE})::date, ${carrier}, t.account_id,
        ${Math.floor(Math.random() * SHARDS)}::smallint, count(*) filter (where t.is_first),
        coalesce(sum(b.net_micros), 0), coalesce(sum(t.cost_micros), 0)
      from (${taken}) t left join lateral (
        select e.net_micros from ledger_entries e
        where t.is_first and e.message_id = t.id and e.kind = 'deduction' offset 0) b on true
      group by 1, 3 order by 1, 3
      on conflict (day, carrier, account_id, shard) do update set messages = d.messages + excluded.messages,
        net_micros = d.net_micros + excluded.net_micros, cost_micros = d.cost_micros + excluded.cost_micros
      returning 1`;
}

/** The sums of a period. `net` is the billed amount without GST, `cost` the charge of carriers. */
type Sums = { messages: bigint; netMicros: bigint; costMicros: bigint };

export type CarrierSum = Sums & { carrier: string };
export type AccountSum = Sums & { accountId: number; name: string };
export type CarrierAccountSum = CarrierSum & AccountSum;

/**
 * The first and the last day of a period, as `YYYY-MM-DD`. It excludes accounts that are `elsewhere`, in another
 * cell.
 */
export type Days = { from: string; to: string; elsewhere?: readonly number[] };

/** Returns the condition that a row `d` belongs to a period. */
function within({ from, to, elsewhere = [] }: Days): Sql {
  const isHere = elsewhere.length > 0 ? sql`and d.account_id <> all(${[...elsewhere]}::int[])` : NOTHING;
  return sql`d.day between ${from}::date and ${to}::date ${isHere}`;
}

const SUMMED = sql`sum(d.messages)::bigint as messages, sum(d.net_micros)::bigint as "netMicros",
      sum(d.cost_micros)::bigint as "costMicros"`;

/** Reads the sums of days by carrier. */
export function carrierSumsStatement(days: Days): Sql {
  return sql`
    select d.carrier, ${SUMMED} from carrier_days d
    where ${within(days)} group by d.carrier order by d.carrier`;
}

/** Reads the sums of days by account, at most `limit`, the smallest margin first. */
export function accountSumsStatement(days: Days, limit: number): Sql {
  return sql`
    select s.*, a.name from (
      select d.account_id as "accountId", ${SUMMED} from carrier_days d
      where ${within(days)} group by d.account_id
      order by sum(d.net_micros) - sum(d.cost_micros), d.account_id limit ${limit}) s
    cross join lateral (select name from accounts where id = s."accountId" offset 0) a
    order by s."netMicros" - s."costMicros", s."accountId"`;
}

/** Reads the sums of days by carrier and account, at most `limit`, after a carrier and account. */
export function carrierAccountSumsStatement(
  days: Days,
  after: { carrier: string; accountId: number },
  limit: number,
): Sql {
  return sql`
    select s.*, a.name from (
      select d.carrier, d.account_id as "accountId", ${SUMMED} from carrier_days d
      where ${within(days)}
        and (d.carrier, d.account_id) > (${after.carrier}, ${after.accountId})
      group by d.carrier, d.account_id order by d.carrier, d.account_id limit ${limit}) s
    cross join lateral (select name from accounts where id = s."accountId" offset 0) a
    order by s.carrier, s."accountId"`;
}

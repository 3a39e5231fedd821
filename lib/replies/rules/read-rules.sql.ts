import { type Sql, sql } from "@/lib/db/sql";

/** Reads the rules of accounts by account and in their order, with all columns of a `ReplyRuleRecord`. */
export function rulesStatement(accountIds: readonly number[], limit: number): Sql {
  return sql`
    select r.id, r.account_id as "accountId", r.name, r.enabled, r.match, r.words, r.sender,
      r.from_numbers as "fromNumbers", r.hours, r.days, r.from_time as "fromTime", r.to_time as "toTime", r.text,
      r.forward, r.unicode, r.pause_minutes as "pauseMinutes", r.add_list_id as "addTo",
      r.remove_list_id as "removeFrom", r.endpoint_id as "sendTo", r.tag
    from reply_rules r where r.account_id = any(${accountIds}::int[])
    order by r.account_id, r.position, r.id limit ${limit}`;
}

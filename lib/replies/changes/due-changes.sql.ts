import { distinctValues } from "@/lib/db/distinct.sql";
import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * Reads the accounts with pending changes of lists or tags, up to `limit`. It looks up each account once, by
 * `rule_actions_account_due_idx`, and does not read all rows.
 */
export function waitingAccountsStatement(limit: number): Sql {
  return prepared(
    "rule-changes-accounts",
    sql`
    with ${distinctValues(sql`rule_actions`, sql`account_id`, sql`due_at is not null`)}
    select account_id as "accountId" from found limit ${limit}`,
  );
}

/** A pending change of a number's lists or a conversation's tags by a rule, and the message in that caused it. */
export type DueChange = {
  inboundId: string;
  msisdn: string;
  ruleName: string;
  addTo: string | null;
  removeFrom: string | null;
  tag: string | null;
};

/** Reads the pending changes of an account in the order of their messages, as `DueChange`. */
export function dueChangesStatement(accountId: number, limit: number): Sql {
  return prepared(
    "rule-changes-due",
    sql`
    select inbound_id as "inboundId", msisdn, rule_name as "ruleName", add_list_id as "addTo",
      remove_list_id as "removeFrom", tag
    from rule_actions where account_id = ${accountId}::int and due_at is not null
    order by inbound_id limit ${limit}`,
  );
}

/** Returns one row if a tag is among the rows that `dueChangesStatement` would return. */
export function tagsWaitStatement(accountId: number, limit: number): Sql {
  return prepared(
    "rule-changes-tags",
    sql`
    select 1 from (
      select tag from rule_actions where account_id = ${accountId}::int and due_at is not null
      order by inbound_id limit ${limit}) d
    where d.tag is not null limit 1`,
  );
}

/** The outcome of a change. */
export type SettledChange = {
  inboundId: string;
  addedTo: string | null;
  removedFrom: string | null;
  tagged: string | null;
  note: string | null;
};

/** Records the outcomes of changes, which are then no longer due. */
export function settleChangesStatement(settled: readonly SettledChange[]): Sql {
  return prepared(
    "rule-changes-settle",
    sql`
    update rule_actions a set due_at = null, added_to = g.added_to, removed_from = g.removed_from,
      tagged = g.tagged, note = g.note
    from unnest(
      ${settled.map(({ inboundId }) => inboundId)}::uuid[],
      ${settled.map(({ addedTo }) => addedTo)}::text[],
      ${settled.map(({ removedFrom }) => removedFrom)}::text[],
      ${settled.map(({ tagged }) => tagged)}::text[],
      ${settled.map(({ note }) => note)}::text[]
    ) as g (inbound_id, added_to, removed_from, tagged, note)
    where ${hasKey(sql`a.inbound_id`, sql`g.inbound_id`)}`,
  );
}

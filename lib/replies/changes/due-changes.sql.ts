import { distinctValues } from "@/lib/db/distinct.sql";
import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * The accounts with lists or tags that are to be changed by rules, up to `limit` of them. It looks at each once, by
 * `rule_actions_account_due_idx`, and not at all their rows.
 */
export function waitingAccountsStatement(limit: number): Sql {
  return prepared(
    "rule-changes-accounts",
    sql`
    with ${distinctValues(sql`rule_actions`, sql`account_id`, sql`due_at is not null`)}
    select account_id as "accountId" from found limit ${limit}`,
  );
}

/** A number whose lists a rule changes, or whose conversation it tags, and the message in that it wrote. */
export type DueChange = {
  inboundId: string;
  msisdn: string;
  ruleName: string;
  addTo: string | null;
  removeFrom: string | null;
  tag: string | null;
};

/** The changes of an account in the order of their messages, as `DueChange`. */
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

/** One row where a tag is among what `dueChangesStatement` would give. */
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

/** What became of a change. */
export type SettledChange = {
  inboundId: string;
  addedTo: string | null;
  removedFrom: string | null;
  tagged: string | null;
  note: string | null;
};

/** Writes down what became of changes: they wait no more. */
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

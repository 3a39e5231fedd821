import { prepared, type Sql, sql } from "@/lib/db/sql";
import { INBOUND_TYPE, listensToInbound } from "@/lib/webhooks/endpoint/listens.sql";

/** An event of a message in that a rule sends to a further endpoint. */
export type RuleEvent = {
  accountId: number;
  inboundId: string;
  shortcode: string;
  endpointId: string;
  body: string;
};

/** The endpoint's name of a written event, and whether the event is due. A missing endpoint has no row. */
export type RuleEventRow = { inboundId: string; name: string; isDue: boolean };

/**
 * Writes events to the endpoints that rules name: due at once, or kept if the endpoint is paused. An endpoint that
 * already listens to the message gets no second event. Returns a row for each event that reaches its endpoint, as
 * `RuleEventRow`.
 */
export function ruleEventsStatement(events: readonly RuleEvent[], now: Date): Sql {
  return prepared(
    "rule-events",
    sql`
    with named as materialized (
      select d.*, e.kind, e.number, e.name, e.paused_at is null as is_due, ${INBOUND_TYPE} as event_type,
        ${listensToInbound(sql`d.shortcode`)} as listens
      from unnest(
        ${events.map(({ accountId }) => accountId)}::int[],
        ${events.map(({ inboundId }) => inboundId)}::uuid[],
        ${events.map(({ shortcode }) => shortcode)}::text[],
        ${events.map(({ endpointId }) => endpointId)}::uuid[],
        ${events.map(({ body }) => body)}::text[]
      ) as d (account_id, inbound_id, shortcode, endpoint_id, body)
      cross join lateral (select * from webhook_endpoints where id = d.endpoint_id offset 0) e
      where e.account_id = d.account_id and e.kind = 'further'
    ), written as (
      insert into webhook_deliveries (id, account_id, kind, number, event_type, inbound_id, body, created_at, due_at)
      select uuid_v7(${now}::timestamptz), account_id, kind, number, event_type, inbound_id, body,
        ${now}::timestamptz, case when is_due then ${now}::timestamptz end
      from named where not listens)
    select inbound_id as "inboundId", name, is_due and not listens as "isDue" from named`,
  );
}

/** The actions of a rule on a message in besides the answer, as they are stored. */
export type RuleActionRow = {
  inboundId: string;
  accountId: number;
  msisdn: string;
  ruleName: string;
  emailed: boolean;
  sentTo: string | null;
  addTo: string | null;
  removeFrom: string | null;
  tag: string | null;
};

/** Inserts the actions of rules. A row that changes lists or tags is due at once. */
export function writeActionsStatement(actions: readonly RuleActionRow[], now: Date): Sql {
  return prepared(
    "rule-actions-write",
    sql`
    insert into rule_actions (
      inbound_id, account_id, msisdn, rule_name, emailed, sent_to, add_list_id, remove_list_id, tag, due_at)
    select g.*, case when num_nonnulls(g.add_list_id, g.remove_list_id, g.tag) > 0 then ${now}::timestamptz end
    from unnest(
      ${actions.map(({ inboundId }) => inboundId)}::uuid[],
      ${actions.map(({ accountId }) => accountId)}::int[],
      ${actions.map(({ msisdn }) => msisdn)}::text[],
      ${actions.map(({ ruleName }) => ruleName)}::text[],
      ${actions.map(({ emailed }) => emailed)}::bool[],
      ${actions.map(({ sentTo }) => sentTo)}::text[],
      ${actions.map(({ addTo }) => addTo)}::uuid[],
      ${actions.map(({ removeFrom }) => removeFrom)}::uuid[],
      ${actions.map(({ tag }) => tag)}::text[]
    ) as g (inbound_id, account_id, msisdn, rule_name, emailed, sent_to, add_list_id, remove_list_id, tag)
    on conflict (inbound_id) do nothing`,
  );
}

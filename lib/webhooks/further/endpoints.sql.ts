import type { FurtherEndpointRecord, GivenEndpoint } from "@/lib/contracts/members/further-endpoints";
import { type Sql, sql } from "@/lib/db/sql";
import { waitingFor } from "@/lib/webhooks/read-endpoints.sql";

/** A further endpoint as it is stored. */
export type FurtherRow = Omit<
  FurtherEndpointRecord,
  "registeredAt" | "failingSince" | "pausedAt" | "answeredAt"
> & {
  registeredAt: Date;
  failingSince: Date | null;
  pausedAt: Date | null;
  answeredAt: Date | null;
};

/** Reads an account's further endpoints as `FurtherRow`, by the key's first columns. */
export function furtherEndpointsStatement(accountId: number, limit: number): Sql {
  return sql`
    select e.id, e.name, e.url, e.event_types::text[] as "eventTypes", e.shortcode as sender,
      e.registered_at as "registeredAt", e.failing_since as "failingSince", e.paused_at as "pausedAt",
      e.paused_by_hand as "pausedByHand", e.answered_at as "answeredAt",
      ${waitingFor(sql`e.account_id`, sql`e.kind`, sql`e.number`)} as waiting
    from webhook_endpoints e where e.account_id = ${accountId} and e.kind = 'further'
    order by e.number limit ${limit}`;
}

/** Reads the account's further endpoint with a name, in upper or lower case. */
export function endpointNamedStatement(accountId: number, name: string): Sql {
  return sql`
    select id, number from webhook_endpoints where account_id = ${accountId} and lower(name) = lower(${name}::text)`;
}

/** Inserts a further endpoint, with a number that no other endpoint ever had. */
export function addEndpointStatement(
  { accountId, id }: { accountId: number; id: string },
  { name, url, eventTypes, sender }: GivenEndpoint,
  now: Date,
): Sql {
  return sql`
    insert into webhook_endpoints (account_id, kind, number, id, name, url, event_types, shortcode, registered_at)
    values (${accountId}, 'further', nextval('webhook_endpoint_numbers'), ${id}::uuid, ${name}, ${url},
      ${eventTypes}::webhook_event[], ${sender}, ${now})`;
}

/** Replaces the values of a further endpoint. A new URL has no history, but a pause by hand remains. */
export function changeEndpointStatement(
  { accountId, number }: { accountId: number; number: number },
  { name, url, eventTypes, sender }: GivenEndpoint,
  now: Date,
): Sql {
  const isNew = sql`e.url <> ${url}::text`;
  return sql`
    update webhook_endpoints e set name = ${name}, url = ${url}, event_types = ${eventTypes}::webhook_event[],
      shortcode = ${sender},
      registered_at = case when ${isNew} then ${now}::timestamptz else e.registered_at end,
      failing_since = case when not ${isNew} then e.failing_since end,
      answered_at = case when not ${isNew} then e.answered_at end,
      timed_out = e.timed_out and not ${isNew},
      paused_at = case when e.paused_by_hand or not ${isNew} then e.paused_at end
    where e.account_id = ${accountId} and e.kind = 'further' and e.number = ${number}`;
}

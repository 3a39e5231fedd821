import { type Sql, sql } from "@/lib/db/sql";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";
import { liveSecrets } from "@/lib/webhooks/signing/signing-secrets.sql";

/**
 * The places at which a statement of this process writes events with a lease, for this process to deliver: a number
 * for each account.
 */
export type PromisedPlaces = { lease: Date; places: Readonly<Record<number, number>> };

/** The value for statements whose events wait for a claim. */
export const NO_PLACES: PromisedPlaces = { lease: new Date(0), places: {} };

/** Events of an account that a statement has written with this process's lease, and their destination. */
export type HandedOver = {
  accountId: number;
  url: string;
  /**
   * The encrypted secrets to sign with, newest first, in PostgreSQL's notation of bytes: `\\x` and hexadecimal
   * digits.
   */
  secrets: string[];
  /** The ids and bodies of the events. */
  events: [id: string, body: string][];
  /** More events were written than had places. The others are due for the claim. */
  isCut: boolean;
};

/**
 * Returns the columns by which an `insert` of events finds those with a place: `place`, `places` and `is_paused`.
 * They are read from rows that are joined to `webhook_endpoints e`. An endpoint that fails, or has not answered since
 * its URL was set, has no places: the process may know only the previous URL. A further endpoint has no places
 * either, so its events wait for a claim.
 */
export function placeOf(accountId: Sql, { places }: PromisedPlaces): Sql {
  return sql`row_number() over (partition by ${accountId}, e.number) as place, e.paused_at is not null as is_paused,
        case when e.number = 0 and e.failing_since is null and e.answered_at is not null
          then coalesce((${JSON.stringify(places)}::jsonb ->> ${accountId}::text)::int, 0) else 0 end as places`;
}

/**
 * Returns the due time of an event with `placeOf`: the end of the lease, now, or null while its endpoint is paused.
 */
export function dueOf(now: Date, { lease }: PromisedPlaces): Sql {
  return sql`case when t.place <= t.places then ${lease}::timestamptz when not t.is_paused then ${now}::timestamptz end`;
}

/** The number of attempts of an event with `placeOf`: the attempt that is handed over counts. */
export const ATTEMPTS = sql`(t.place <= t.places)::int`;

/**
 * Reads the events that a statement of this process has just written with its lease, as `HandedOver` in `handed`: a
 * row for each account.
 * @param written a `with` of the statement: the returned rows of an `insert` into `webhook_deliveries`.
 */
export function handedOver(written: Sql, kind: WebhookKind, now: Date): Sql {
  return sql`
    select json_build_object('accountId', g.account_id, 'url', e.url, 'isCut', g.is_cut, 'events', g.events,
      'secrets', ${liveSecrets(sql`g.account_id`, now)}) as handed
    from (
      select account_id, bool_or(attempts = 0) as is_cut,
        json_agg(json_build_array(id, body)) filter (where attempts > 0) as events
      from ${written} where number = 0 group by account_id having bool_or(attempts > 0)) g
    cross join lateral (
      select url from webhook_endpoints where account_id = g.account_id and kind = ${kind}::webhook_kind limit 1) e`;
}

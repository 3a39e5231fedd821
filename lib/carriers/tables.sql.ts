import type { ErrorRule } from "@/lib/carriers/error-rules";
import type { Route, RouteTarget } from "@/lib/carriers/routes";
import { prepared, type Sql, sql } from "@/lib/db/sql";

// Every process reads these tables again every few seconds. With their own statements, a process that needs
// nothing else does not load the database client's query compiler, which costs processor time and memory.

/** Returns the enabled rows of `carriers` by number, as `CarrierRow`. */
export function enabledCarriersStatement(): Sql {
  return prepared(
    "carriers-enabled",
    sql`
    select id, name, kind, settings, encrypted_secrets as "encryptedSecrets" from carriers
    where enabled order by id`,
  );
}

/** Returns the version of the rows that the other statements read for routes, as `{ version }`. */
export function routesVersionStatement(): Sql {
  return prepared("routes-version", sql`select coalesce((select version from routes_version), 0) as version`);
}

/** A route with one of its targets. `carrierId` is null if the route has none. */
export type RouteRow = Omit<Route, "targets" | "hours" | "text"> & {
  hours: string | null;
  zone: string | null;
  words: string[];
  begins: string | null;
} & (RouteTarget | { carrierId: null; tier: null; weight: null; costMicros: null });

/** Returns all routes, with one row for each target, or one row. */
export function routesStatement(): Sql {
  return prepared(
    "routes",
    sql`
    select r.id, r.position, r.account_id as "accountId", r.sender, r.prefix, r.network, r.send_type as "sendType",
      r.message_class as "messageClass", r.by_cost as "byCost", r.hours, r.zone, r.words, r.begins,
      t.carrier_id as "carrierId", t.tier, t.weight, t.cost_micros as "costMicros"
    from routes r left join route_targets t on t.route_id = r.id order by r.id, t.carrier_id`,
  );
}

/** Returns the ranges of numbers that no message is accepted for, and their exceptions, as `BlockedRange`. */
export function blockedDestinationsStatement(): Sql {
  return prepared(
    "blocked-destinations",
    sql`select prefix, is_exception as "isException" from blocked_destinations`,
  );
}

/** A rule with its kind and code. */
export type ErrorRuleRow = ErrorRule & { kind: string; code: string };

/** Returns all rules for networks' errors. */
export function errorRulesStatement(): Sql {
  return prepared(
    "carrier-error-rules",
    sql`select kind, code, action, delay_ms as "delayMs", tries from carrier_error_rules`,
  );
}

/** A carrier with one of its senders. `sender` is null if the carrier has none. */
export type SenderRow = {
  id: number;
  name: string;
  enabled: boolean;
  settings: unknown;
  downSince: Date | null;
  standing: string | null;
  sender: string | null;
  source: string | null;
  ton: number | null;
  npi: number | null;
  pool: string[] | null;
  zeroRated: boolean;
};

/** Returns all carriers, with one row for each sender, or one row. */
export function sendersStatement(): Sql {
  return prepared(
    "carriers-with-senders",
    sql`
    select c.id, c.name, c.enabled, c.settings, c.down_since as "downSince", c.standing, s.sender, s.source, s.ton, s.npi,
      s.pool,
      coalesce(s.zero_rated, false) as "zeroRated"
    from carriers c left join carrier_senders s on s.carrier_id = c.id order by c.id, s.sender`,
  );
}

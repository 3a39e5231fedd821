import { z } from "zod";
import { RESEND_UNKNOWN, SIMULATOR_ID, STANDINGS, type UnknownTerms } from "@/lib/carriers/carrier";
import {
  inOrder,
  type Route,
  type RoutedCarrier,
  type RouteTable,
  type RouteTarget,
} from "@/lib/carriers/routes";
import { type BlockedRange, rangeTable } from "@/lib/carriers/routing/blocked-ranges";
import { hoursOf, textOf } from "@/lib/carriers/routing/route-terms";
import { type AddressFor, addressOf } from "@/lib/carriers/sender-addresses";
import {
  blockedDestinationsStatement,
  type RouteRow,
  routesStatement,
  routesVersionStatement,
  type SenderRow,
  sendersStatement,
} from "@/lib/carriers/tables.sql";
import { cachedTable } from "@/lib/db/cached-table";
import type { Database } from "@/lib/db/client";

/** Routes with their version. */
export type VersionedRoutes = RouteTable & { version: number };

/** The only route if there are no routes and no carriers, as in a new installation (rules: routes). */
const TO_SIMULATOR: Route = {
  id: 0,
  position: 1,
  accountId: null,
  sender: null,
  prefix: null,
  network: null,
  sendType: null,
  messageClass: null,
  byCost: false,
  targets: [{ carrierId: SIMULATOR_ID, tier: 0, weight: 1, costMicros: null }],
};

/**
 * Loads the routes and the facts about their carriers, which may be a few seconds old. An installation has
 * few of either: as many as it has contracts.
 */
export const loadRoutes = cachedTable<VersionedRoutes>(async (db) => {
  // The version is read first. A change during the other reads then makes the result outdated.
  const version = await readVersion(db);
  const [routes, senders, blocked] = await Promise.all([
    db.query<RouteRow>(routesStatement()),
    db.query<SenderRow>(sendersStatement()),
    db.query<BlockedRange>(blockedDestinationsStatement()),
  ]);
  return {
    version,
    routes: routes.length + senders.length === 0 ? [TO_SIMULATOR] : inOrder(routesOf(routes)),
    carriers: carriersOf(senders),
    blocked: rangeTable(blocked),
  };
});

/** The most times that the routes are read again for one call, if they change each time. */
const MAX_READS = 5;

/** Returns the current routes. It reads the routes only if their version has changed. */
export async function newestRoutes(db: Database, now: Date): Promise<VersionedRoutes> {
  for (let reads = 1; ; reads++) {
    const known = loadRoutes(db, now);
    const routes = await known;
    if (reads > MAX_READS || (await areNewest(db, routes.version))) return routes;
    loadRoutes.forget(db, known);
  }
}

/** Returns whether routes of a version are the newest. It reads one row. */
export async function areNewest(db: Database, version: number): Promise<boolean> {
  return (await readVersion(db)) === version;
}

async function readVersion(db: Database): Promise<number> {
  const [row] = await db.query<{ version: number }>(routesVersionStatement());
  return row?.version ?? 0;
}

/** Groups rows into routes with their targets. */
function routesOf(rows: readonly RouteRow[]): Route[] {
  const targets = new Map<number, RouteTarget[]>();
  return rows.flatMap(({ carrierId, tier, weight, costMicros, hours, zone, words, begins, ...route }) => {
    const known = targets.get(route.id);
    const ofRoute = known ?? [];
    if (carrierId !== null) ofRoute.push({ carrierId, tier, weight, costMicros });
    targets.set(route.id, ofRoute);
    const terms = () => ({ hours: hoursOf(hours, zone), text: textOf(words, begins) });
    return known ? [] : [{ ...route, ...terms(), targets: ofRoute }];
  });
}

type KnownSenders = {
  senders: Set<string>;
  addresses: Map<string, AddressFor>;
  zeroRated: Set<string>;
};

/** Returns the simulator and the carriers, by their numbers. */
function carriersOf(rows: readonly SenderRow[]): Map<number, RoutedCarrier> {
  const carriers = new Map<number, RoutedCarrier>([
    [SIMULATOR_ID, { isUsable: true, isUp: true, senders: null }],
  ]);
  const known = new Map<number, KnownSenders>();
  for (const {
    id,
    name,
    enabled,
    settings,
    downSince,
    sender,
    zeroRated: isZeroRated,
    pool,
    ...columns
  } of rows) {
    const standing = STANDINGS.find((one) => one === columns.standing) ?? null;
    const ofCarrier = known.get(id) ?? { senders: new Set(), addresses: new Map(), zeroRated: new Set() };
    const { senders, addresses, zeroRated } = ofCarrier;
    known.set(id, ofCarrier);
    const drains = isDraining(settings);
    carriers.set(id, {
      name,
      ifUnknown: carriers.get(id)?.ifUnknown ?? unknownTerms(settings),
      isUsable: enabled && !drains,
      isDraining: enabled && drains,
      isUp: downSince === null,
      standing,
      asks: { left: standing === "asks" ? 1 : 0 },
      senders,
      addresses,
      zeroRated,
    });
    if (sender === null) continue;
    senders.add(sender);
    if (isZeroRated) zeroRated.add(sender);
    const address = addressOf({ sender, pool: pool ?? [], ...columns });
    if (address) addresses.set(sender, address);
  }
  return carriers;
}

const termsSchema = z.object({
  resendUnknown: z.enum(RESEND_UNKNOWN).optional().catch(undefined),
  timers: z.object({ unknownHoldMs: z.number().optional() }).optional().catch(undefined),
});

/**
 * Returns a carrier's terms for messages with an unknown outcome. All kinds use the same names for these
 * settings.
 */
function unknownTerms(settings: unknown): UnknownTerms {
  const { data: { resendUnknown, timers } = {} } = termsSchema.safeParse(settings);
  return { holdMs: timers?.unknownHoldMs, ...(resendUnknown && { resend: resendUnknown }) };
}

/** Returns whether a carrier gets no new messages. All kinds use the same name for this setting. */
function isDraining(settings: unknown): boolean {
  return (
    typeof settings === "object" &&
    settings !== null &&
    "isDraining" in settings &&
    settings.isDraining === true
  );
}

import {
  dropOldEventsStatement,
  type NumberedEvent,
  storeEventsStatement,
} from "@/lib/carriers/carrier-events.sql";
import { now } from "@/lib/clock";
import type { NETWORK_EVENT_KINDS } from "@/lib/contracts/admin/network-events";
import type { Database } from "@/lib/db/client";
import { Gatherer } from "@/lib/db/gatherer";
import { logFailure } from "@/lib/db/log-failure";
import { newId } from "@/lib/ids";
import { processWide } from "@/lib/process-wide";

/**
 * An event of a network. `link` is the link's number, or null for the whole network. `reason` contains no
 * secrets.
 */
export type CarrierEvent = {
  kind: (typeof NETWORK_EVENT_KINDS)[number];
  link?: number | null;
  reason?: string | null;
};

/** The most events that are kept for each network, and their retention (rules: network events). */
export const MAX_EVENTS = 500;
export const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

const MAX_REASON_LENGTH = 500;

/** The longest time that events gather, and the number of events that is stored at once. */
const GATHER_MS = 500;
const FULL = 100;

const gatherers = processWide("gatewayNetworkEvents", () => new WeakMap<Database, Gatherer<NumberedEvent>>());

/**
 * Stores an event of a network for the administrators (rules: network events). Callers do not wait for it. If
 * the event cannot be written, it is only logged.
 */
export function noteCarrierEvent(db: Database, carrier: string, event: CarrierEvent): void {
  const { kind, link = null, reason = null } = event;
  const row = { id: newId(), carrier, kind, link, happenedAt: now() };
  gathererOf(db)
    .add([{ ...row, reason: reason?.slice(0, MAX_REASON_LENGTH) ?? null }])
    .catch((error: unknown) => logFailure(error, { carrier, kind }, "an event of a network was not stored"));
}

/** Stores events in their order, and deletes all but the newest of each network. */
export async function keepEvents(db: Database, events: readonly NumberedEvent[]): Promise<void> {
  await db.query(storeEventsStatement(events));
  const carriers = new Set(events.map(({ carrier }) => carrier));
  await db.query(dropOldEventsStatement([...carriers], MAX_EVENTS));
}

function gathererOf(db: Database): Gatherer<NumberedEvent> {
  const known = gatherers.value.get(db);
  if (known) return known;
  const gatherer = new Gatherer<NumberedEvent>({
    ms: GATHER_MS,
    isEnough: (events) => events >= FULL,
    write: (events) => keepEvents(db, events),
  });
  gatherers.value.set(db, gatherer);
  return gatherer;
}

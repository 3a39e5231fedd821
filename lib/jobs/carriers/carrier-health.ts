import { type Carrier, SIMULATOR_ID } from "@/lib/carriers/carrier";
import { noteCarrierEvent } from "@/lib/carriers/carrier-events";
import { loadRoutes } from "@/lib/carriers/route-table";
import type { Database } from "@/lib/db/client";
import { log } from "@/lib/log";
import { endHolds } from "@/lib/messages/dispatch/held/end-holds";
import { moveStranded } from "@/lib/messages/dispatch/move-stranded";
import { processWide } from "@/lib/process-wide";

/** The time that a carrier is down before its messages go to another. */
const DOWN_MS = 5_000;

/** The same time if the carrier is connected and its answers have been judged for longer than that. */
const JUDGED_DOWN_MS = 3_000;

/** The interval between checks of the carriers. */
const LOOK_EVERY_MS = 1_000;

/** The interval between checks of messages that wait for a carrier that is down. */
const MOVE_EVERY_MS = 5_000;

/** After a carrier is noted as down, other processes may still route messages to it for this long. */
const STALE_ROUTES_MS = 6_000;

/** A process that does not reach a carrier trusts one that does for this long. */
const TRUST_MS = 60_000;

/**
 * A carrier that this process does not reach: since when, and the wait before that is noted. `isNoted` is set if the
 * carrier's row says that it is down.
 */
type Outage = { since: Date; waitMs: number; isNoted: boolean };

/**
 * `outages` has the carriers that are down for this process. `downNotedAt` is the last time at which one was noted as
 * down.
 */
type Watch = { outages: Map<number, Outage>; lookedAt: number; movedAt: number; downNotedAt: number };

const watches = processWide("gatewayCarrierHealth", () => new WeakMap<Database, Watch>());

/**
 * Notes for all servers the carriers of this process that have been down for five seconds, and those that are up
 * again. Messages that wait for a carrier that is down go to the next one of their route in the same run. Messages
 * that are routed to it afterwards are moved each second (rules: routes). A message that the carrier may have is
 * moved when its hold ends (rules: possible duplicates).
 */
export async function watchCarriers(db: Database, carriers: readonly Carrier[], at: Date): Promise<void> {
  const watch = watches.value.get(db) ?? newWatch();
  watches.value.set(db, watch);
  if (Math.abs(at.getTime() - watch.lookedAt) < LOOK_EVERY_MS) return;
  watch.lookedAt = at.getTime();
  const own = carriers.filter(({ id }) => id !== SIMULATOR_ID);
  for (const id of watch.outages.keys()) if (own.every((one) => one.id !== id)) watch.outages.delete(id);
  for (const carrier of own) await look(db, watch, carrier, at);
  const isSettling = at.getTime() - watch.downNotedAt < STALE_ROUTES_MS;
  if (!isSettling && Math.abs(at.getTime() - watch.movedAt) < MOVE_EVERY_MS) return;
  watch.movedAt = at.getTime();
  const held = await endHolds(db, at);
  if (held.givenUp > 0) db.wake("webhooks");
  const moved = (await moveStranded(db, at)) + held.moved;
  if (moved > 0) {
    log().warn({ messages: moved }, "messages of carriers that are down went elsewhere");
    db.wake("dispatch");
  }
}

function newWatch(): Watch {
  return { outages: new Map(), lookedAt: 0, movedAt: 0, downNotedAt: 0 };
}

/** Returns whether another process has the carrier's links. That process then notes the carrier as down. */
async function isHeldElsewhere(db: Database, { id, linkOwner }: Carrier, at: Date): Promise<boolean> {
  if (linkOwner === undefined) return false;
  const where = { carrierId: id, owner: { not: linkOwner }, lease: { gt: at } };
  return (await db.prisma.carrierLink.findFirst({ where, select: { number: true } })) !== null;
}

/**
 * Compares the state that this process sees with the carrier's row. A process that reaches the carrier notes it as
 * up, even if another process noted it as down.
 */
async function look(db: Database, watch: Watch, carrier: Carrier, at: Date): Promise<void> {
  const { id } = carrier;
  const { isUp, reason, standing = isUp ? null : undefined } = carrier.health();
  const { carriers } = await loadRoutes(db, at);
  const known = carriers.get(id);
  const isNoted = known?.isUp === false;
  const isNewStanding = standing !== undefined && standing !== (known?.standing ?? null);
  if (isUp) {
    watch.outages.delete(id);
    if (isNoted) await note(db, carrier, null, reason);
    if (isNewStanding) await noteStanding(db, watch, carrier);
    return;
  }
  const outage = outageOf(watch.outages.get(id), isNoted, at);
  if (standing) outage.waitMs = Math.min(outage.waitMs, JUDGED_DOWN_MS);
  watch.outages.set(id, outage);
  if (isNoted) {
    if (isNewStanding) await noteStanding(db, watch, carrier);
    return;
  }
  if (await isHeldElsewhere(db, carrier, at)) {
    watch.outages.delete(id);
    return;
  }
  if (at.getTime() - outage.since.getTime() < outage.waitMs) return;
  watch.downNotedAt = at.getTime();
  await note(db, carrier, outage.since, reason);
  if (isNewStanding) await noteStanding(db, watch, carrier);
}

/** Returns an outage as it is now. If another process has noted the carrier as up meanwhile, a new outage begins. */
function outageOf(known: Outage | undefined, isNoted: boolean, at: Date): Outage {
  if (known?.isNoted && !isNoted) return { since: at, waitMs: TRUST_MS, isNoted };
  return { since: known?.since ?? at, waitMs: known?.waitMs ?? DOWN_MS, isNoted };
}

/**
 * Writes the time since which a carrier is down, or null if it is up. If another process has written that already, it
 * logs nothing.
 */
async function note(
  db: Database,
  carrier: Carrier,
  downSince: Date | null,
  reason: string | null,
): Promise<void> {
  const { id, name } = carrier;
  const isDown = downSince !== null;
  const where = { id, downSince: isDown ? null : { not: null } };
  const { count } = await db.prisma.carrier.updateMany({ where, data: { downSince } });
  loadRoutes.forget(db);
  if (count === 0) return;
  log().warn({ carrier: name, reason }, isDown ? "carrier is down" : "carrier is up again");
  noteCarrierEvent(db, name, isDown ? { kind: "down", reason } : { kind: "up" });
}

/** Writes the judgement on a carrier for all servers (rules: networks that do not answer). */
async function noteStanding(db: Database, watch: Watch, carrier: Carrier): Promise<void> {
  const { id, name } = carrier;
  const { standing = null, reason } = carrier.health();
  const { count } = await db.prisma.carrier.updateMany({ where: { id }, data: { standing } });
  loadRoutes.forget(db);
  // Messages that wait for a carrier that accepts none are moved at once, even if the carrier has been down for long.
  if (standing === "no codes" || standing === "failing") watch.movedAt = Number.NEGATIVE_INFINITY;
  if (standing !== "no codes" || count === 0) return;
  log().warn({ carrier: name, reason }, "one-time codes go by other carriers");
  noteCarrierEvent(db, name, { kind: "throttled", reason });
}

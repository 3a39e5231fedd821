import { type Carrier, SIMULATOR_ID } from "@/lib/carriers/carrier";
import { noteCarrierEvent } from "@/lib/carriers/carrier-events";
import { loadRoutes } from "@/lib/carriers/route-table";
import type { Database } from "@/lib/db/client";
import { log } from "@/lib/log";
import { moveStranded } from "@/lib/messages/dispatch/move-stranded";
import { processWide } from "@/lib/process-wide";

/** How long a carrier is down before its messages go elsewhere. */
const DOWN_MS = 5_000;

/** How often carriers are asked. */
const LOOK_EVERY_MS = 1_000;

/** How often what waits for such a carrier is looked at. */
const MOVE_EVERY_MS = 5_000;

/** So long after a carrier was noted as down other processes may still give it messages, as the routes were. */
const STALE_ROUTES_MS = 6_000;

/**
 * `noted` has what the row of each carrier says by now, as far as this process has written it; `downNotedAt` is when one
 * was last noted as down.
 */
type Watch = {
  downSince: Map<number, Date>;
  noted: Map<number, boolean>;
  lookedAt: number;
  movedAt: number;
  downNotedAt: number;
};

const watches = processWide("gatewayCarrierHealth", () => new WeakMap<Database, Watch>());

/**
 * Notes for all servers which carriers of this process have been down for five seconds, and which are up again;
 * what waits for one that is down goes to the next of its route in the same run, and each second what is given to it
 * meanwhile (rules: routes).
 */
export async function watchCarriers(db: Database, carriers: readonly Carrier[], at: Date): Promise<void> {
  const watch = watches.value.get(db) ?? newWatch();
  watches.value.set(db, watch);
  if (Math.abs(at.getTime() - watch.lookedAt) < LOOK_EVERY_MS) return;
  watch.lookedAt = at.getTime();
  for (const carrier of carriers) if (carrier.id !== SIMULATOR_ID) await look(db, watch, carrier, at);
  const isSettling = at.getTime() - watch.downNotedAt < STALE_ROUTES_MS;
  if (!isSettling && Math.abs(at.getTime() - watch.movedAt) < MOVE_EVERY_MS) return;
  watch.movedAt = at.getTime();
  const moved = await moveStranded(db, at);
  if (moved > 0) {
    log().warn({ messages: moved }, "messages of carriers that are down went elsewhere");
    db.wake("dispatch");
  }
}

function newWatch(): Watch {
  return { downSince: new Map(), noted: new Map(), lookedAt: 0, movedAt: 0, downNotedAt: 0 };
}

/** Whether another process has a link of the carrier, while this one has none. */
async function isBoundElsewhere(db: Database, carrierId: number, at: Date): Promise<boolean> {
  const where = { carrierId, state: "bound", lease: { gt: at } };
  return (await db.prisma.carrierLink.findFirst({ where, select: { number: true } })) !== null;
}

async function look(db: Database, watch: Watch, carrier: Carrier, at: Date): Promise<void> {
  const { id, name } = carrier;
  const health = carrier.health();
  const { reason } = health;
  const isUp = health.isUp || (await isBoundElsewhere(db, id, at));
  const since = watch.downSince.get(id) ?? at;
  if (isUp) watch.downSince.delete(id);
  else watch.downSince.set(id, since);
  const isDown = !isUp && at.getTime() - since.getTime() >= DOWN_MS;
  if (isDown === watch.noted.get(id) || (!isDown && !isUp)) return;
  await db.prisma.carrier.updateMany({ where: { id }, data: { downSince: isDown ? since : null } });
  loadRoutes.forget(db);
  if (isDown) watch.downNotedAt = at.getTime();
  const isNews = isDown || watch.noted.has(id);
  watch.noted.set(id, isDown);
  if (!isNews) return;
  log().warn({ carrier: name, reason }, isDown ? "carrier is down" : "carrier is up again");
  noteCarrierEvent(db, name, isDown ? { kind: "down", reason } : { kind: "up" });
}

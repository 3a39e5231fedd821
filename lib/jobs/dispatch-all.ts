import { setTimeout as sleep } from "node:timers/promises";
import { type Carrier, tellsRoom } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import type { JobName } from "@/lib/db/wake";
import { watchCarriers } from "@/lib/jobs/carriers/carrier-health";
import { beginRun, endRun, noteShort } from "@/lib/jobs/carriers/room-runs";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { claimAndHand, type DispatchRules } from "@/lib/messages/dispatch/dispatch";
import { type Handed, renewLeases } from "@/lib/messages/dispatch/hand-to-carrier";
import { processWide } from "@/lib/process-wide";

/** So long a run waits for answers. A carrier that takes longer goes on by itself, and holds up no other. */
const PATIENCE_MS = 200;

/** Numbers of carriers without links that have not answered for their last batch: they get no other before. */
const busy = processWide("gatewayBusyCarriers", () => new WeakMap<Database, Set<number>>());

/**
 * Dispatches one batch to each carrier of this process that has room (rules: carriers, leases). Where it was woken for the new room
 * of some, only to these.
 */
export async function dispatchAll(db: Database, at: Date, rules: DispatchRules): Promise<RunResult> {
  const roomy = beginRun(db.cell);
  await renewLeases(db, at);
  const carriers = await carriersOf(db).carriers(at);
  await watchCarriers(db, carriers, at);
  const looked = roomy ? carriers.filter(({ id }) => roomy.has(id)) : carriers;
  const results = await Promise.allSettled(looked.map((carrier) => dispatchTo(db, carrier, at, rules)));
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  const runs = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const more = runs.some((run) => run.more);
  endRun(db.cell, more);
  return { more, wakes: [...new Set(runs.flatMap(({ wakes }) => wakes))] };
}

async function dispatchTo(
  db: Database,
  carrier: Carrier,
  at: Date,
  rules: DispatchRules,
): Promise<{ more: boolean; wakes: JobName[] }> {
  const waiting = busyOf(db);
  if (waiting.has(carrier.id)) return { more: false, wakes: [] };
  const { more, claimed, blocked, hasRoom, handed } = await claimAndHand(db, carrier, at, rules);
  noteShort(db.cell, carrier.id, more || !hasRoom);
  const wakes: JobName[] = claimed > 0 && carrier.takeReports ? ["carrier-reports"] : [];
  if (blocked > 0) wakes.push("webhooks");
  if (claimed === 0) return { more, wakes };
  // A carrier with links says by its room how much it takes at once.
  if (tellsRoom(carrier)) {
    void afterwards(db, carrier, handed());
    const room = carrier.room();
    return { more: more && room > 0 && room >= (carrier.enoughRoom?.() ?? 1), wakes };
  }
  waiting.add(carrier.id);
  const answers = handed().finally(() => waiting.delete(carrier.id));
  const prompt = await Promise.race([answers, sleep(PATIENCE_MS, "late" as const, { ref: false })]);
  if (prompt !== "late") return { more, wakes: [...wakes, ...wakesOf(prompt)] };
  void afterwards(db, carrier, answers).then(() => db.wake("dispatch"));
  return { more: false, wakes };
}

/** What follows from answers that nobody waits for. */
async function afterwards(db: Database, carrier: Carrier, answers: Promise<Handed>): Promise<void> {
  try {
    const handed = await answers;
    if (handed.submitted > 0 && carrier.takeReports) db.wake("carrier-reports");
    for (const job of wakesOf(handed)) db.wake(job);
  } catch (error) {
    logFailure(error, { carrier: carrier.name }, "answers of a carrier were not recorded");
  }
}

function wakesOf({ refused }: Handed): JobName[] {
  return refused > 0 ? ["webhooks"] : [];
}

function busyOf(db: Database): Set<number> {
  const existing = busy.value.get(db) ?? new Set<number>();
  busy.value.set(db, existing);
  return existing;
}

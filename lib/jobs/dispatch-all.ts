import { setTimeout as sleep } from "node:timers/promises";
import type { Carrier } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import type { JobName } from "@/lib/db/wake";
import { watchCarriers } from "@/lib/jobs/carriers/carrier-health";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { claimAndHand, type DispatchRules } from "@/lib/messages/dispatch/dispatch";
import { type HandedCounts, renewLeases } from "@/lib/messages/dispatch/hand-to-carrier";
import { localHandOverOf } from "@/lib/messages/hand-over/local-hand-over";
import { beginRun, endRun, noteShort } from "@/lib/messages/hand-over/room-runs";

/** The longest time that a run waits for the answers of a carrier with reports to read. */
const PATIENCE_MS = 200;

/**
 * Dispatches one batch to each carrier of this process that has room (rules: carriers, leases). If the run was woken
 * because some carriers have new room, it dispatches only to these.
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
  const reserved = () => localHandOverOf(db.cell)?.reservedOf(carrier.id) ?? 0;
  const { more, claimed, blocked, hasRoom, handed } = await claimAndHand(db, carrier, at, {
    ...rules,
    reserved,
  });
  noteShort(db.cell, carrier.id, more || !hasRoom);
  const wakes: JobName[] = claimed > 0 && carrier.takeReports ? ["carrier-reports"] : [];
  if (blocked > 0) wakes.push("webhooks");
  if (claimed > 0) {
    const answers = handed();
    // The run wakes the reading of reports itself: a later wake-up would begin another run on a platform without a server.
    const prompt = carrier.takeReports
      ? await Promise.race([answers, sleep(PATIENCE_MS, null, { ref: false })])
      : null;
    if (prompt === null) void afterwards(db, carrier, answers);
    else if (prompt.refused > 0) wakes.push("webhooks");
  }
  // The carrier's room is the number of messages that it accepts at once.
  const room = carrier.room();
  return { more: more && room > 0 && room >= (carrier.enoughRoom?.() ?? 1), wakes };
}

/** Wakes jobs according to answers that arrive after the run. */
async function afterwards(db: Database, carrier: Carrier, answers: Promise<HandedCounts>): Promise<void> {
  try {
    const handed = await answers;
    if (handed.submitted > 0 && carrier.takeReports) db.wake("carrier-reports");
    if (handed.refused > 0) db.wake("webhooks");
  } catch (error) {
    logFailure(error, { carrier: carrier.name }, "answers of a carrier were not recorded");
  }
}

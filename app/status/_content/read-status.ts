import { type PublicStatus, publicStatus } from "@/app/status/_content/public-status";
import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { readiness } from "@/lib/db/readiness";
import { recentOverdue } from "@/lib/jobs/sweep/overdue";

/** The time for which all readers see the same check, in milliseconds. */
const FRESH_MS = 5_000;

type Look = { status: Promise<PublicStatus>; at: Date };

let last: Look | undefined;

/** Returns the status of the service and the time of the check. Checks at most once in a few seconds. */
export async function readStatus(now: Date): Promise<{ status: PublicStatus; at: Date }> {
  const age = last ? now.getTime() - last.at.getTime() : Number.POSITIVE_INFINITY;
  if (!last || age < 0 || age >= FRESH_MS) last = { status: look(), at: now };
  const { status, at } = last;
  return { status: await status, at };
}

/** Checks the service. Never throws: a failed read makes a part's state unknown. */
async function look(): Promise<PublicStatus> {
  const state = await readiness();
  if (state.status !== "ready") return publicStatus(state, null);
  const overdue = await recentOverdue(db()).catch((error: unknown) => {
    logFailure(error, {}, "overdue work cannot be read");
    return null;
  });
  return publicStatus(state, overdue);
}

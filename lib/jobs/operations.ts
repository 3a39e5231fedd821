import { currentCarrier } from "@/lib/carriers/current";
import { db } from "@/lib/db/client";
import { discardHeld, HELD_LONGEST_MS } from "@/lib/domains/discard-held";
import { releaseHeld } from "@/lib/domains/release-held";
import { env } from "@/lib/env";
import { forgetExpired } from "@/lib/jobs/forget-expired";
import type { JobName } from "@/lib/jobs/wake";
import type { RunResult } from "@/lib/jobs/worker";
import { collectReports } from "@/lib/messages/collect-reports";
import { dispatch } from "@/lib/messages/dispatch";
import { parseQuietHours, type QuietHours } from "@/lib/sms/quiet-hours";

/** One run of each job. Each works on rows that are due, so that any number of servers may run it at any time. */
export const OPERATIONS: Record<JobName, (now: Date) => Promise<RunResult>> = {
  dispatch: async (now) => {
    const carrier = currentCarrier(db());
    const { claimed } = await dispatch(db(), carrier, now, quietHours());
    const wakes = claimed > 0 && carrier.takeReports ? ["carrier-reports" as const] : [];
    return { more: claimed === carrier.batchSize, wakes };
  },

  "carrier-reports": async (now) => {
    const { collected, nextAt } = await collectReports(db(), currentCarrier(db()), now);
    return { more: collected > 0, nextAt };
  },

  sweep: async (now) => {
    await releaseHeld(db(), "all", now, quietHours());
    await discardHeld(db(), { acceptedBefore: new Date(now.getTime() - HELD_LONGEST_MS) }, now);
    await forgetExpired(db(), now);
    return { more: false };
  },
};

function quietHours(): QuietHours {
  const { start, end } = env().night;
  return parseQuietHours(start, end);
}

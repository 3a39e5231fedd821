import { inngest } from "@/inngest/client";
import { domainApproved } from "@/inngest/events";
import { announce, workOffInStep } from "@/inngest/work-off-when-due";
import { now } from "@/lib/clock";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { catchUpWithMoves, whileMoving } from "@/lib/db/cells/while-moving";
import { db } from "@/lib/db/client";
import { releaseHeld } from "@/lib/domains/release-held";
import { env } from "@/lib/env";
import { parseQuietHours } from "@/lib/sms/quiet-hours";

/**
 * Releases messages that were held for an account's approved domains, and sends those that are due. At night none are
 * due.
 */
export const releaseWhenApproved = inngest.createFunction(
  {
    id: "release-held",
    triggers: [domainApproved],
    retries: 20,
    concurrency: { limit: 1, key: "event.data.accountId" },
  },
  async ({ event, step }) => {
    const { accountId } = event.data;
    const released = await step.run("release", () =>
      whileMoving(() => {
        const { start, end } = env().night;
        const of = databaseOfAccount(db(), accountId);
        return releaseHeld(of, accountId, now(), parseQuietHours(start, end));
      }),
    );
    const worked = await step.run("send", async () => {
      await catchUpWithMoves();
      const of = databaseOfAccount(db(), accountId);
      return { cell: of.cell, ...(await workOffInStep("dispatch", of)) };
    });
    await announce(worked.next, step, worked.cell);
    return { released, runs: worked.runs };
  },
);

import { sendResetLinks } from "@/lib/auth/passwords/reset-links";
import { endStaleViews } from "@/lib/auth/sessions/end-view";
import { sendAlerts } from "@/lib/billing/alerts/send-alerts";
import { runAutoTopUps } from "@/lib/billing/auto-top-up/run-auto-top-ups";
import { currentCards } from "@/lib/billing/cards/current-cards";
import { carriersOf } from "@/lib/carriers/process/current";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { now } from "@/lib/clock";
import { eraseRemovedFields } from "@/lib/contacts/fields";
import { authSecret } from "@/lib/crypto/auth-secret";
import { type Database, db } from "@/lib/db/client";
import { dropEmptyMonths, makeMonthsAhead } from "@/lib/db/partitions/partitions";
import type { JobName } from "@/lib/db/wake";
import { discardHeld, MAX_HELD_MS } from "@/lib/domains/discard-held";
import { sweepHeld } from "@/lib/domains/release-held";
import { sendDueEmails } from "@/lib/email/send-due";
import { env } from "@/lib/env";
import { passOnParts } from "@/lib/inbound/receive";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { eachOf } from "@/lib/jobs/sweep/each-of";
import { warnOfOverdue } from "@/lib/jobs/sweep/overdue";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import type { RunResult } from "@/lib/jobs/wake/worker";
import { auditNightly } from "@/lib/messages/audit/nightly-audit";
import { cancelLeft } from "@/lib/messages/cancel/cancel-send";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { passOnParked } from "@/lib/messages/dispatch/cells/report-in-any-cell";
import { expireOverdue } from "@/lib/messages/dispatch/expire";
import { endUnreported } from "@/lib/messages/dispatch/finish/missing-reports";
import { applyLeftParked } from "@/lib/messages/dispatch/park-reports";
import { foldCarrierDays } from "@/lib/messages/networks/fold-carrier-days";
import { endPaused, pauseLeft } from "@/lib/messages/pause/pause-send";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { indexMessages } from "@/lib/messages/search-index/index-messages";
import { sendRules } from "@/lib/messages/send-rules";
import { sendDueReplies } from "@/lib/replies/answers/send-due";
import { makeDueChanges } from "@/lib/replies/changes/due-changes";
import { currentWebhookOptions } from "@/lib/webhooks/delivery/current";
import { deliverDue } from "@/lib/webhooks/delivery/deliver-due";
import { keepPaused, sendStranded } from "@/lib/webhooks/register";
import { endOrphans } from "@/lib/webhooks/remove";

const DAY_MS = 24 * 3_600_000;

/** From this number of reports on, a run counts as full: the next run starts without waiting for more. */
const MANY_REPORTS = 100;

/**
 * The jobs, one run each (rules: sweep). Each works on rows that are due, so that any number of servers may run it at
 * any time. Without a given database, a job works on the home cell.
 */
export const OPERATIONS: Record<JobName, (at: Date, of?: Database) => Promise<RunResult>> = {
  dispatch: (at, of = db()) => dispatchAll(of, at, { quiet: sendRules().quiet, authSecret: authSecret() }),

  "carrier-reports": async (at, of = db()) => {
    const { collected, isTold, nextAt } = await collectReports(of, carriersOf(of).simulator, at);
    const isFull = collected >= MANY_REPORTS;
    return { more: collected > 0, isFull, nextAt, wakes: isTold ? ["webhooks"] : [] };
  },

  replies: async (at, of = db()) => {
    const [answers, changes] = await Promise.all([
      sendDueReplies(of, sendRules(), at),
      makeDueChanges(of, at),
    ]);
    return { more: answers.more || changes.more, nextAt: earlier(answers.nextAt, changes.nextAt) };
  },

  webhooks: async (_, of = db()) => {
    const { more, nextAt, paused } = await deliverDue(of, currentWebhookOptions(), now);
    return { more, nextAt, wakes: paused > 0 ? ["emails"] : [] };
  },

  emails: async (at, of = db()) => {
    const { smtpUrl, smtpFrom, appUrl, emailToSmsDomain, nodeEnv, port } = env();
    const showsUnsent = nodeEnv === "development";
    const settings = {
      smtpUrl,
      smtpFrom,
      showsUnsent,
      authSecret: authSecret(),
      emailDomain: emailToSmsDomain,
      appUrl: appUrl ?? (showsUnsent ? `http://localhost:${port}` : undefined),
    };
    const moreLinks = await sendResetLinks(of, authSecret(), at);
    const { more, nextAt } = await sendDueEmails(of, settings, at);
    return { more: more || moreLinks, nextAt };
  },

  "top-ups": async (at, of = db()) => {
    const cards = currentCards();
    return cards ? runAutoTopUps(of, cards, at) : { more: false };
  },

  sweep: async (at, of = db()) => {
    let reports = 0;
    await eachOf([
      () => copyShared(of, at),
      () => keepPaused(of, at),
      () => warnOfOverdue(of, at),
      () => sweepHeld(of, at, sendRules().quiet),
      () => pauseLeft(of, at),
      () => endPaused(of, at),
      () => cancelLeft(of, at),
      () => discardHeld(of, { acceptedBefore: new Date(at.getTime() - MAX_HELD_MS) }, at),
      async () => {
        reports += await applyLeftParked(of, at);
      },
      () => passOnParked(of, at),
      async () => {
        reports += await expireOverdue(of, at);
      },
      async () => {
        reports += await endUnreported(of, at);
      },
      () => passOnParts(of, at),
      () => sendStranded(of, at),
      () => endOrphans(of),
      () => endStaleViews(of, at),
      () => purgeExpired(of, at),
      () => eraseRemovedFields(of),
      () => foldCarrierDays(of, at),
      () => makeMonthsAhead(of, at),
      () => purgeOldMessages(of, at),
      () => auditNightly(of, at, keptMs()),
      () => indexMessages(of, at, keptMs()),
      () => sendAlerts(of, at),
    ]);
    return { more: false, wakes: reports > 0 ? ["webhooks"] : [] };
  },
};

/** Returns the earlier of two times. Null means never. */
function earlier(one: Date | null, other: Date | null): Date | null {
  return one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);
}

async function purgeOldMessages(of: Database, at: Date): Promise<void> {
  const kept = keptMs();
  if (kept === null) return;
  const before = new Date(at.getTime() - kept);
  await purgeOld(of, before);
  await dropEmptyMonths(of, before);
}

/** Returns the milliseconds for which messages are kept; null for ever. */
function keptMs(): number | null {
  const { messagesKeptDays } = env();
  return messagesKeptDays === undefined ? null : messagesKeptDays * DAY_MS;
}

import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { followClock } from "@/lib/jobs/clock/follow-clock";
import { startLocalJobs } from "@/lib/jobs/local";
import { startLocalSweep } from "@/lib/jobs/local-sweep";
import { jobsMode } from "@/lib/jobs/mode";
import { describeError, log } from "@/lib/log";
import type { SmtpListener } from "@/server/smtp/smtp-listener";

/** How long after a failed attempt to listen for emails the next one follows. */
const RETRY_MS = 5_000;

/** What the leader does besides answering requests: it runs the jobs and accepts emails. */
export class Leader {
  private readonly env: Env;
  private endJobs: (() => Promise<void>) | undefined;
  private emails: SmtpListener | null = null;
  private isStopping = false;

  constructor(env: Env) {
    this.env = env;
  }

  /**
   * Begins, once.
   * @param isStart whether the server is only starting: then it is a failure when emails cannot be accepted.
   * Later it is tried again, since the jobs must go on.
   * @returns the port for emails. Null: none are accepted.
   * @throws CommandError when that port or the certificate cannot be used, and `isStart`.
   */
  async lead(isStart: boolean): Promise<number | null> {
    this.endJobs ??= startWhenMeasured(jobsMode() === "local" ? startLocalJobs : startLocalSweep);
    try {
      this.emails ??= await startEmails(this.env);
    } catch (error) {
      if (isStart) throw error;
      log().error({ err: describeError(error) }, "emails are not taken");
      void this.retryEmails();
    }
    return this.emails?.port ?? null;
  }

  async stopEmails(): Promise<void> {
    this.isStopping = true;
    await this.emails?.stop();
  }

  /** Lets the runs in progress end. */
  async stopJobs(): Promise<void> {
    this.isStopping = true;
    await this.endJobs?.();
  }

  private async retryEmails(): Promise<void> {
    await sleep(RETRY_MS, undefined, { ref: false });
    if (!this.isStopping) await this.lead(false);
  }
}

/**
 * Starts the jobs as soon as the database's clock has been read: nobody takes a lease before that, since
 * leases go by it.
 * @param start returns what ends them.
 * @returns what ends them, or keeps them from beginning.
 */
function startWhenMeasured(start: () => () => Promise<void>): () => Promise<void> {
  // The process's own attempt to read the clock may have failed so far.
  const clock = followClock(db);
  let endJobs: (() => Promise<void>) | undefined;
  let isEnded = false;
  void clock.measured.then(async () => {
    await clock.stop();
    if (!isEnded) endJobs = start();
  });
  return async () => {
    isEnded = true;
    await clock.stop();
    await endJobs?.();
  };
}

/** Accepts emails, where that is set. What reads them takes much memory, and most servers load it for nothing. */
async function startEmails(env: Env): Promise<SmtpListener | null> {
  if (env.emailToSmsDomain === undefined) return null;
  const { startEmailToSms } = await import("@/server/smtp/email-to-sms");
  return startEmailToSms(env);
}

import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { followClock } from "@/lib/jobs/clock/follow-clock";
import { startLocalJobs } from "@/lib/jobs/local";
import { startLocalSweep } from "@/lib/jobs/local-sweep";
import { jobsMode } from "@/lib/jobs/mode";
import { describeError, log } from "@/lib/log";
import type { SmtpListener } from "@/server/smtp/smtp-listener";

/** The pause after a failed attempt to listen for emails. */
const RETRY_MS = 5_000;

/** The work of the leader besides answering requests: it runs the jobs and accepts emails. */
export class Leader {
  private readonly env: Env;
  private endJobs: (() => Promise<void>) | undefined;
  private emails: SmtpListener | null = null;
  private isStopping = false;

  constructor(env: Env) {
    this.env = env;
  }

  /**
   * Begins the work, once.
   * @param isStart true while the server starts: then it is an error if emails cannot be accepted. Later the attempt
   * is repeated, since the jobs must go on.
   * @returns the port for emails; null if none are accepted.
   * @throws CommandError if that port or the certificate cannot be used, and `isStart`.
   */
  async lead(isStart: boolean): Promise<number | null> {
    this.endJobs ??= startWhenMeasured(jobsMode() === "local" ? startLocalJobs : startLocalSweep);
    try {
      this.emails ??= await startEmails(this.env);
    } catch (error) {
      if (isStart) throw error;
      log().error({ err: describeError(error) }, "emails are not accepted");
      void this.retryEmails();
    }
    return this.emails?.port ?? null;
  }

  async stopEmails(): Promise<void> {
    this.isStopping = true;
    await this.emails?.stop();
  }

  /** Waits for the runs in progress. */
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
 * Starts the jobs after the database's clock has been read: leases use that clock, so no lease may begin before.
 * @param start returns the function that ends the jobs.
 * @returns a function that ends the jobs, or keeps them from beginning.
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

/** Accepts emails, if that is configured. The parsers of emails use much memory, and most servers do not need them. */
async function startEmails(env: Env): Promise<SmtpListener | null> {
  if (env.emailToSmsDomain === undefined) return null;
  const { startEmailToSms } = await import("@/server/smtp/email-to-sms");
  return startEmailToSms(env);
}

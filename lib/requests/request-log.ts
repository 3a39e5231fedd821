import { waitUntil } from "@vercel/functions";
import type { CredentialKind } from "@/lib/contracts/base/credential-kind";
import type { ErrorCode } from "@/lib/contracts/base/error";
import type { Database, Queryable } from "@/lib/db/client";
import { countDatabaseFailure } from "@/lib/db/log-failure";
import { toColumns } from "@/lib/db/parameters";
import { newId } from "@/lib/ids";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { RateLimiter } from "@/lib/rate-limiter";
import { insertRequestsStatement } from "@/lib/requests/request-log.sql";

/** How long requests are kept. */
export const REQUESTS_KEPT_MS = 7 * 24 * 3_600_000;

/** How long requests gather before they are written. */
const WRITE_MS = 1_000;

/** How many requests of a process wait to be written at most: what comes while the database is behind is dropped. */
export const MAX_WAITING_REQUESTS = 2_000;

/** A request as the log keeps it. */
export type LoggedRequest = {
  requestId: string;
  accountId: number;
  at: Date;
  method: string;
  /** As its operation is declared. */
  path: string;
  status: number;
  errorCode: ErrorCode | null;
  error: string | null;
  durationMs: number;
  credential: CredentialKind;
  apiKeyId: string | null;
  address: string;
  /** JSON, redacted. */
  parameters: string;
  messageId: string | null;
};

/** What has a budget of its own: what was done, what was refused, and what nobody knows to be the account's own. */
export type RequestClass = "done" | "refused" | "unproven";

/** What is kept of an account's requests by one process: so many a second, and so many at once. */
export const KEPT: Readonly<Record<RequestClass, { perSecond: number; burst: number }>> = {
  done: { perSecond: 5, burst: 300 },
  refused: { perSecond: 5, burst: 300 },
  unproven: { perSecond: 1 / 60, burst: 30 },
};

/**
 * What one process keeps of all accounts' requests that were done: so many are written with less than a hundredth of a
 * processor, however many are answered.
 */
export const KEPT_OF_ALL = { perSecond: 100, burst: 1_000 };

/**
 * Gathers the requests that this process answers, and writes those of a second in one statement, outside of any request
 * (rules: request log). It is for people to look into: what a process that is killed had not written is lost.
 */
class RequestLog {
  private readonly db: Database;
  private readonly budgets = {
    done: new RateLimiter(KEPT.done.perSecond, KEPT.done.burst),
    refused: new RateLimiter(KEPT.refused.perSecond, KEPT.refused.burst),
    unproven: new RateLimiter(KEPT.unproven.perSecond, KEPT.unproven.burst),
  };
  private readonly ofAll = new RateLimiter(KEPT_OF_ALL.perSecond, KEPT_OF_ALL.burst);
  private waiting: (LoggedRequest & { id: string })[] = [];
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;

  constructor(db: Database) {
    this.db = db;
  }

  add(accountId: number, of: RequestClass, make: () => LoggedRequest): void {
    const at = performance.now();
    if (!this.budgets[of].take(accountId, at).allowed) return;
    if (of === "done" && !this.ofAll.take("all", at).allowed) return;
    if (this.waiting.length < MAX_WAITING_REQUESTS) this.waiting.push({ id: newId(), ...make() });
    else this.dropped++;
    this.writeSoon();
  }

  /** @returns when all that was added is written, or dropped. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isWriting = true;
    const written = this.writing.then(() => this.write());
    this.writing = written;
    return written.then(() => {
      if (this.writing === written) this.isWriting = false;
    });
  }

  private writeSoon(): void {
    if (this.timer !== undefined) return;
    pending.value.add(this);
    const written = new Promise<void>((resolve) => {
      this.timer = setTimeout(() => {
        // The one before is still under way where the database is behind: meanwhile they gather.
        this.timer = undefined;
        if (this.isWriting) this.writeSoon();
        resolve(this.isWriting ? this.writing : this.flush());
      }, WRITE_MS);
      this.timer.unref();
    });
    // Where a process is frozen after its responses, it is not until then.
    waitUntil(written);
  }

  private async write(): Promise<void> {
    const { waiting } = this;
    pending.value.delete(this);
    this.waiting = [];
    if (waiting.length > 0 && !this.db.isClosed()) await this.insert(waiting);
    if (this.dropped === 0) return;
    log().warn(
      { dropped: this.dropped },
      "requests were left out of the accounts' log: the database is behind",
    );
    this.dropped = 0;
  }

  private async insert(waiting: readonly (LoggedRequest & { id: string })[]): Promise<void> {
    try {
      await this.db.query(insertRequestsStatement(await toColumns(waiting, COLUMNS)));
    } catch (error) {
      if (this.db.isClosed()) return;
      this.dropped += waiting.length;
      if (!countDatabaseFailure(error))
        log().error({ err: describeError(error) }, "the log of requests could not be written");
    }
  }
}

type Row = LoggedRequest & { id: string };

const COLUMNS = {
  id: ({ id }: Row) => id,
  requestId: ({ requestId }: Row) => requestId,
  accountId: ({ accountId }: Row) => accountId,
  at: ({ at }: Row) => at,
  method: ({ method }: Row) => method,
  path: ({ path }: Row) => path,
  status: ({ status }: Row) => status,
  errorCode: ({ errorCode }: Row) => errorCode,
  error: ({ error }: Row) => error,
  durationMs: ({ durationMs }: Row) => durationMs,
  credential: ({ credential }: Row) => credential,
  apiKeyId: ({ apiKeyId }: Row) => apiKeyId,
  address: ({ address }: Row) => address,
  parameters: ({ parameters }: Row) => parameters,
  messageId: ({ messageId }: Row) => messageId,
};

const logs = processWide("gatewayRequestLogs", () => new WeakMap<Queryable, RequestLog>());

/** The logs of this process that have something to write. */
const pending = processWide("gatewayRequestLogsPending", () => new Set<RequestLog>());

/**
 * Notes a request of an account, where the account's budget has room for it: the same for all, whatever they send.
 * @param make is asked for the request only then.
 */
export function logRequest(
  db: Database,
  accountId: number,
  of: RequestClass,
  make: () => LoggedRequest,
): void {
  let existing = logs.value.get(db);
  if (!existing) {
    existing = new RequestLog(db);
    logs.value.set(db, existing);
  }
  existing.add(accountId, of, make);
}

/** Writes what this process has gathered for a database, so that who reads next finds it. */
export async function flushRequestLog(db: Queryable): Promise<void> {
  await logs.value.get(db)?.flush();
}

/** Writes all that this process has gathered: before it ends, or may be frozen. */
export async function flushRequestLogs(): Promise<void> {
  await Promise.all([...pending.value].map((log) => log.flush()));
}

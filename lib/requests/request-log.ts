import { waitUntil } from "@vercel/functions";
import { writeInTheirCells } from "@/lib/db/cells/while-moving";
import type { Database, Queryable } from "@/lib/db/client";
import { countDatabaseFailure } from "@/lib/db/log-failure";
import { toColumns } from "@/lib/db/parameters";
import { newId } from "@/lib/ids";
import { describeError, log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { RateLimiter } from "@/lib/rate-limiter";
import { GatheredChunks } from "@/lib/requests/chunks/gathered-chunks";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { writeChunks } from "@/lib/requests/chunks/write-chunks";
import { NOT_KEPT } from "@/lib/requests/kept-parameters";
import { insertRequestsStatement } from "@/lib/requests/request-log.sql";

/** How long requests are kept. */
export const REQUESTS_KEPT_MS = 7 * 24 * 3_600_000;

/** How long requests gather before they are written. */
const WRITE_MS = 1_000;

/** How many requests of a process wait at most to be written as rows of their own. */
export const MAX_WAITING_REQUESTS = 2_000;

/** What has a budget of its own: what was done, what was refused, and what nobody knows to be the account's own. */
export type RequestClass = "done" | "refused" | "unproven";

/**
 * What a process writes of an account's requests as rows of their own: so many a second, and so many at once. What is beyond
 * is written in chunks, but for what is unproven, which is not kept: anybody could fill an account's log with it.
 */
export const ROWS: Readonly<Record<RequestClass, { perSecond: number; burst: number }>> = {
  done: { perSecond: 5, burst: 300 },
  refused: { perSecond: 5, burst: 300 },
  unproven: { perSecond: 1 / 60, burst: 30 },
};

/**
 * How many rows of their own one process writes of all accounts' requests that were done: with less than a hundredth of a
 * processor.
 */
export const ROWS_OF_ALL = { perSecond: 100, burst: 1_000 };

/**
 * How many bytes of parameters a process keeps of an account's requests in chunks: so many a second, and so many at once.
 * Beyond them requests are kept without parameters, so that nobody fills the disk with requests that cost nothing.
 */
export const PARAMETERS: Readonly<Record<"done" | "refused", { perSecond: number; burst: number }>> = {
  done: { perSecond: 128 * 1_024, burst: 8 * 1_024 * 1_024 },
  refused: { perSecond: 64 * 1_024, burst: 1_024 * 1_024 },
};

/**
 * Gathers the requests that this process answers, and writes those of a second in one statement, outside of any request
 * (rules: request log). It is for people to look into: what a process that is killed had not written is lost.
 */
class RequestLog {
  private readonly db: Database;
  private readonly budgets = {
    done: new RateLimiter(ROWS.done.perSecond, ROWS.done.burst),
    refused: new RateLimiter(ROWS.refused.perSecond, ROWS.refused.burst),
    unproven: new RateLimiter(ROWS.unproven.perSecond, ROWS.unproven.burst),
  };
  private readonly parameters = {
    done: new RateLimiter(PARAMETERS.done.perSecond, PARAMETERS.done.burst),
    refused: new RateLimiter(PARAMETERS.refused.perSecond, PARAMETERS.refused.burst),
  };
  private readonly ofAll = new RateLimiter(ROWS_OF_ALL.perSecond, ROWS_OF_ALL.burst);
  private waiting: (LoggedRequest & { id: string })[] = [];
  private readonly chunks = new GatheredChunks();
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;

  constructor(db: Database) {
    this.db = db;
  }

  add(accountId: number, of: RequestClass, make: () => LoggedRequest): void {
    const at = performance.now();
    const isRow = this.hasRow(accountId, of, at);
    if (!isRow && of === "unproven") return;
    if (isRow && this.waiting.length < MAX_WAITING_REQUESTS) this.waiting.push({ id: newId(), ...make() });
    else if (of !== "unproven" && this.chunks.hasRoom(accountId)) {
      const request = make();
      const isKept = this.parameters[of].allows(accountId, at, Buffer.byteLength(request.parameters));
      this.chunks.add(isKept ? request : { ...request, parameters: NOT_KEPT });
    } else this.dropped++;
    this.writeSoon();
  }

  private hasRow(accountId: number, of: RequestClass, at: number): boolean {
    if (!this.budgets[of].allows(accountId, at)) return false;
    return of !== "done" || this.ofAll.allows("all", at);
  }

  /**
   * @param isAll whether nothing may wait for others.
   * @returns when what was added is written, or dropped.
   */
  flush(isAll: boolean): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isWriting = true;
    const written = this.writing.then(() => this.write(isAll));
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
        resolve(this.isWriting ? this.writing : this.flush(false));
      }, WRITE_MS);
      this.timer.unref();
    });
    // Where a process is frozen after its responses, it is not until then.
    waitUntil(written);
  }

  private async write(isAll: boolean): Promise<void> {
    const { waiting } = this;
    this.waiting = [];
    const chunks = this.chunks.take(isAll);
    if (!this.db.isClosed()) {
      if (waiting.length > 0) await this.insert(waiting);
      await writeChunks(this.db, chunks, (error, count) => this.drop(error, count));
    }
    this.chunks.release(chunks);
    if (!this.chunks.isEmpty()) this.writeSoon();
    // Until here a shutdown waits for what is being written, and for what it leaves.
    if (this.timer === undefined && this.waiting.length === 0) pending.value.delete(this);
    if (this.dropped === 0) return;
    log().warn(
      { dropped: this.dropped },
      "requests were left out of the accounts' log: the database is behind",
    );
    this.dropped = 0;
  }

  private async insert(waiting: readonly (LoggedRequest & { id: string })[]): Promise<void> {
    try {
      const accountOf = ({ accountId }: Row) => accountId;
      await writeInTheirCells(this.db, waiting, accountOf, async (cell, theirs) =>
        cell.query(insertRequestsStatement(await toColumns(theirs, COLUMNS))),
      );
    } catch (error) {
      this.drop(error, waiting.length);
    }
  }

  private drop(error: unknown, count: number): void {
    if (this.db.isClosed()) return;
    this.dropped += count;
    if (!countDatabaseFailure(error))
      log().error({ err: describeError(error) }, "the log of requests could not be written");
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
 * Notes a request of an account. What nobody knows to be the account's own is noted where it is within its budget.
 * @param make is asked for the request only where it is noted.
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
  await logs.value.get(db)?.flush(true);
}

/** Writes all that this process has gathered: before it ends, or may be frozen. */
export async function flushRequestLogs(): Promise<void> {
  await Promise.all([...pending.value].map((log) => log.flush(true)));
}

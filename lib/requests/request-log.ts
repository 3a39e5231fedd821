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

/** The time for which requests are stored. */
export const REQUESTS_KEPT_MS = 7 * 24 * 3_600_000;

/** The time for which requests gather before they are written. */
const WRITE_MS = 1_000;

/** The most requests of a process that wait to be written as rows. */
export const MAX_WAITING_REQUESTS = 2_000;

/** The classes of requests with separate budgets: successful, refused, and not proven to be the account's. */
export type RequestClass = "done" | "refused" | "unproven";

/**
 * The rows that a process writes of an account's requests: per second, and at once. Further requests are written in
 * chunks. Further unproven requests are dropped: a stranger could fill an account's log with them.
 */
export const ROWS: Readonly<Record<RequestClass, { perSecond: number; burst: number }>> = {
  done: { perSecond: 5, burst: 300 },
  refused: { perSecond: 5, burst: 300 },
  unproven: { perSecond: 1 / 60, burst: 30 },
};

/**
 * The rows that one process writes of all accounts' successful requests. They take less than a hundredth of a
 * processor.
 */
export const ROWS_OF_ALL = { perSecond: 100, burst: 1_000 };

/**
 * The bytes of parameters in chunks that a process stores of an account's requests: per second, and at once. Further
 * requests are stored without parameters, so that free requests cannot fill the disk.
 */
export const PARAMETERS: Readonly<Record<"done" | "refused", { perSecond: number; burst: number }>> = {
  done: { perSecond: 128 * 1_024, burst: 8 * 1_024 * 1_024 },
  refused: { perSecond: 64 * 1_024, burst: 1_024 * 1_024 },
};

/**
 * A collector of this process's requests. It writes the requests of a second in one statement, outside of any request
 * (rules: request log). The log is for people: a killed process loses its unwritten requests.
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
   * Writes the gathered requests.
   * @param isAll whether all requests are written, even if they could wait for others.
   * @returns resolves when the added requests are written, or dropped.
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
        // If the database is slow, the previous write is still in progress. Requests gather meanwhile.
        this.timer = undefined;
        if (this.isWriting) this.writeSoon();
        resolve(this.isWriting ? this.writing : this.flush(false));
      }, WRITE_MS);
      this.timer.unref();
    });
    // On a platform that freezes a process after its responses, the freeze waits for the write.
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
    // A shutdown waits until here: for this write, and for requests that gathered meanwhile.
    if (this.timer === undefined && this.waiting.length === 0) pending.value.delete(this);
    if (this.dropped === 0) return;
    log().warn({ dropped: this.dropped }, "requests were not logged for accounts: the database is too slow");
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

/** The logs of this process with unwritten requests. */
const pending = processWide("gatewayRequestLogsPending", () => new Set<RequestLog>());

/**
 * Logs a request of an account. An unproven request is logged only within its budget.
 * @param make returns the request. It is called only for a logged one.
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

/** Writes the gathered requests of a database, so that the next reader finds them. */
export async function flushRequestLog(db: Queryable): Promise<void> {
  await logs.value.get(db)?.flush(true);
}

/** Writes all gathered requests of this process, before it ends or may be frozen. */
export async function flushRequestLogs(): Promise<void> {
  await Promise.all([...pending.value].map((log) => log.flush(true)));
}

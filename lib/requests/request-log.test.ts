import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { newId } from "@/lib/ids";
import { deleteOldStatement } from "@/lib/jobs/sweep/purge-expired.sql";
import { log } from "@/lib/log";
import { heldBytes, MAX_HELD_BYTES } from "@/lib/requests/chunks/gathered-chunks";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import {
  chunkOfRequestStatement,
  countChunksStatement,
  findChunksStatement,
} from "@/lib/requests/chunks/read-chunks.sql";
import { findRequests, SEARCH_BOUNDS } from "@/lib/requests/find-requests";
import { requestStatement, requestsStatement } from "@/lib/requests/list-requests.sql";
import { findRequest } from "@/lib/requests/read-request";
import {
  flushRequestLog,
  flushRequestLogs,
  logRequest,
  MAX_WAITING_REQUESTS,
  PARAMETERS,
  type RequestClass,
  ROWS,
  ROWS_OF_ALL,
} from "@/lib/requests/request-log";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { loggedRequest } from "@/tests/support/requests";

useTestDatabase();

const AT = new Date("2026-11-20T23:00:00Z");

const request = (accountId: number, changes: Partial<LoggedRequest> = {}) =>
  loggedRequest({ accountId, at: AT, ...changes });

const add = (database: Database, accountId: number, of: RequestClass = "done") =>
  logRequest(database, accountId, of, () => request(accountId));

const whose = (accountId?: number) => ({ where: accountId === undefined ? {} : { accountId } });

const count = (accountId?: number) => db().prisma.apiRequest.count(whose(accountId));

/** Counts the requests in the chunks of an account, or of all accounts. */
async function countInChunks(accountId?: number): Promise<number> {
  const { _sum } = await db().prisma.apiRequestChunk.aggregate({
    ...whose(accountId),
    _sum: { count: true },
  });
  return _sum.count ?? 0;
}

const countAll = async (accountId?: number) => (await count(accountId)) + (await countInChunks(accountId));

/** Returns a database that delays and counts its statements. */
function slow(): { database: Database; statements: () => number; letGo: () => void } {
  let statements = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const query: Database["query"] = async (statement) => {
    statements++;
    await held;
    return db().query(statement);
  };
  return { database: { ...db(), query }, statements: () => statements, letGo };
}

describe("requests", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => vi.useRealTimers());

  it("are written in one statement a second, each as it is", async () => {
    const { database, statements, letGo } = slow();
    letGo();
    const odd = {
      error: `Parameter '"\\{},' is required.`,
      parameters: '{"to":"null \\"x\\""}',
      status: 400,
    };
    logRequest(database, 1, "refused", () => request(1, odd));
    for (let times = 0; times < 10; times++) add(database, 1);
    expect(statements()).toBe(0);
    vi.advanceTimersByTime(1_000);
    await flushRequestLog(database);
    expect(statements()).toBe(1);
    const [refused] = await db().prisma.apiRequest.findMany({ where: { status: 400 } });
    expect(refused).toMatchObject(odd);
    expect(await count(1)).toBe(11);
  });

  it("are rows of their own within an account's budgets, and beyond them chunks", async () => {
    for (let times = 0; times < 1_000; times++) add(db(), 2);
    for (let times = 0; times < 1_000; times++) add(db(), 2, "refused");
    add(db(), 3);
    await flushRequestLog(db());
    expect(await count(2)).toBe(ROWS.done.burst + ROWS.refused.burst);
    expect(await countAll(2)).toBe(2_000);
    expect([await count(3), await countAll(3)]).toEqual([1, 1]);
    vi.advanceTimersByTime(10_000);
    for (let times = 0; times < 1_000; times++) add(db(), 2);
    await flushRequestLog(db());
    expect(await count(2)).toBe(ROWS.done.burst + ROWS.refused.burst + 10 * ROWS.done.perSecond);
    expect(await countAll(2)).toBe(3_000);
  });

  it("that nobody knows to be the account's own are in no chunk", async () => {
    for (let times = 0; times < 1_000; times++) add(db(), 4, "unproven");
    await flushRequestLog(db());
    expect(await countAll(4)).toBe(ROWS.unproven.burst);
  });

  it("have no parameters in chunks beyond as many of an account, and are kept all the same", async () => {
    const parameters = JSON.stringify({ x: "x".repeat(2_000) });
    const fitting = Math.floor(PARAMETERS.refused.burst / parameters.length);
    for (let times = 0; times < ROWS.refused.burst + fitting + 50; times++)
      logRequest(db(), 5, "refused", () => request(5, { parameters, status: 400 }));
    await flushRequestLog(db());
    expect(await countAll(5)).toBe(ROWS.refused.burst + fitting + 50);
    const stretch = { place: null, direction: "older", limit: 2_000 } as const;
    const { rows } = await findRequests(db(), { accountId: 5, asked: { limit: 2_000 }, stretch });
    const details = await Promise.all(rows.map(({ id }) => findRequest(db(), 5, id)));
    const hidden = details.filter((one) => one?.parameters === '{"…":"not kept"}');
    expect([rows.length, hidden.length]).toEqual([ROWS.refused.burst + fitting + 50, 50]);
  });

  it("are rows of all accounts together within a budget, and all that were refused", async () => {
    const [rows, all] = [await count(), await countAll()];
    const database = { ...db() };
    for (let accountId = 1; accountId <= ROWS_OF_ALL.burst + 50; accountId++) add(database, accountId);
    add(database, ROWS_OF_ALL.burst + 51, "refused");
    await flushRequestLog(database);
    expect((await count()) - rows).toBe(ROWS_OF_ALL.burst + 1);
    expect((await countAll()) - all).toBe(ROWS_OF_ALL.burst + 51);
  });

  it("wait in no statement but one where the database is behind, and are in chunks beyond as many rows", async () => {
    const [rows, all] = [await count(), await countAll()];
    const { database, statements, letGo } = slow();
    add(database, 10_000);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(statements()).toBe(1));
    for (let accountId = 1; accountId <= MAX_WAITING_REQUESTS + 50; accountId++)
      add(database, accountId, "refused");
    vi.advanceTimersByTime(5_000);
    expect(statements()).toBe(1);
    letGo();
    await flushRequestLog(database);
    expect((await count()) - rows).toBe(MAX_WAITING_REQUESTS + 1);
    expect((await countAll()) - all).toBe(MAX_WAITING_REQUESTS + 51);
  });

  it("are dropped where all logs of the process together hold too many bytes, until they are written", async () => {
    const all = await countAll();
    const warned = vi.spyOn(log(), "warn");
    const logs = [slow(), slow()];
    const parameters = JSON.stringify({ x: "x".repeat(2_000) });
    let added = 0;
    const addLarge = (nth: number) => {
      const accountId = 20_000 + (nth % 10);
      const database = logs[nth % 2]?.database ?? db();
      logRequest(database, accountId, "done", () => request(accountId, { parameters }));
    };
    for (; heldBytes() < MAX_HELD_BYTES; added++) addLarge(added);
    for (let beyond = 0; beyond < 7; beyond++) addLarge(0);
    expect(heldBytes() - MAX_HELD_BYTES).toBeLessThan(10_000);
    for (const { letGo } of logs) letGo();
    await flushRequestLogs();
    expect(heldBytes()).toBe(0);
    expect((await countAll()) - all).toBe(added);
    expect(warned).toHaveBeenCalledWith({ dropped: 7 }, expect.stringContaining("were not logged"));
    warned.mockRestore();
  });

  it("are waited for by a shutdown while they are being written", async () => {
    const before = await countAll();
    const { database, statements, letGo } = slow();
    add(database, 30_001);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(statements()).toBe(1));
    let isFlushed = false;
    const flushed = flushRequestLogs().then(() => {
      isFlushed = true;
    });
    await new Promise(setImmediate);
    expect(isFlushed).toBe(false);
    letGo();
    await flushed;
    expect((await countAll()) - before).toBe(1);
  });

  it("are dropped with a warning where they cannot be written, and those that follow are written", async () => {
    const warned = vi.spyOn(log(), "warn");
    let isAway = true;
    const query: Database["query"] = (statement) =>
      isAway ? Promise.reject(new DatabaseUnavailableError(null)) : db().query(statement);
    const database = { ...db(), query };
    for (let times = 0; times < 400; times++) add(database, 30_000);
    await flushRequestLog(database);
    expect(warned).toHaveBeenCalledWith({ dropped: 400 }, expect.stringContaining("were not logged"));
    isAway = false;
    add(database, 30_000);
    await flushRequestLog(database);
    expect([await countAll(30_000), heldBytes()]).toEqual([1, 0]);
    warned.mockRestore();
  });
});

it("is read, and deleted, by its indexes", async () => {
  for (const table of ["api_requests", "api_request_chunks"])
    await db().query({ text: `analyze ${table}`, values: [] });
  const asked = [
    {},
    { status: "succeeded" as const },
    { path: "/gateway/sms/out", key: "password", start: AT, end: AT },
    { status: "refused" as const },
    { status: "failed" as const },
    { code: "invalid_parameter" as const },
  ].map((filter) => ({ ...filter, limit: 25 }));
  const place = { at: AT, id: newId() };
  const page = { place, direction: "older", limit: 26 } as const;
  const inChunks = [null, place].flatMap((from) =>
    (["older", "newer"] as const).flatMap((direction) =>
      asked.map((filter) =>
        findChunksStatement({
          accountId: 1,
          asked: filter,
          stretch: { place: from, direction },
          behind: from,
          bounds: SEARCH_BOUNDS,
        }),
      ),
    ),
  );
  const statements = {
    api_requests: [
      ...asked.map((filter) => requestsStatement(1, filter, page)),
      requestStatement(1, newId()),
      deleteOldStatement({ table: "api_requests", key: ["id"], column: "id", bound: newId() }, 1_000),
    ],
    api_request_chunks: [
      ...inChunks,
      ...asked.map((filter) => countChunksStatement(1, filter)),
      chunkOfRequestStatement(1, { at: AT, tail: newId().slice(19) }),
      deleteOldStatement({ table: "api_request_chunks", key: ["id"], column: "id", bound: newId() }, 1_000),
    ],
  };
  for (const [name, of] of Object.entries(statements)) {
    const scans = (await Promise.all(of.map((statement) => scansOf(db(), statement)))).flat();
    const ours = scans.filter(({ table }) => table === name);
    expect(ours.length).toBeGreaterThanOrEqual(of.length);
    expect(ours.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node))).toEqual([]);
  }
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { deleteOldStatement } from "@/lib/jobs/sweep/purge-expired.sql";
import { requestStatement, requestsStatement } from "@/lib/requests/list-requests.sql";
import {
  flushRequestLog,
  KEPT,
  KEPT_OF_ALL,
  type LoggedRequest,
  logRequest,
  MAX_WAITING_REQUESTS,
  type RequestClass,
} from "@/lib/requests/request-log";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";

useTestDatabase();

const AT = new Date("2026-11-20T23:00:00Z");

const request = (accountId: number, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{ requestId: newId(), accountId, at: AT, method: "POST", path: "/gateway/sms/out", status: 200 },
  ...{ errorCode: null, error: null, durationMs: 3, credential: "token", apiKeyId: null },
  ...{ address: "203.0.113.7", parameters: '{"to":"64211234567"}', messageId: null, ...changes },
});

const add = (database: Database, accountId: number, of: RequestClass = "done") =>
  logRequest(database, accountId, of, () => request(accountId));

const count = (accountId?: number) =>
  db().prisma.apiRequest.count({ where: accountId === undefined ? {} : { accountId } });

/** A database whose statements wait until they are let go, and are counted. */
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

  it("are kept of each account within its budgets, and what is refused has one of its own", async () => {
    const before = await count();
    for (let times = 0; times < 1_000; times++) add(db(), 2);
    for (let times = 0; times < 1_000; times++) add(db(), 2, "refused");
    add(db(), 3);
    await flushRequestLog(db());
    expect(await count(2)).toBe(KEPT.done.burst + KEPT.refused.burst);
    expect(await count(3)).toBe(1);
    vi.advanceTimersByTime(10_000);
    for (let times = 0; times < 1_000; times++) add(db(), 2);
    await flushRequestLog(db());
    expect((await count()) - before).toBe(
      KEPT.done.burst + KEPT.refused.burst + 1 + 10 * KEPT.done.perSecond,
    );
  });

  it("are kept of all accounts together within a budget, and all that were refused", async () => {
    const before = await count();
    const database = { ...db() };
    for (let accountId = 1; accountId <= KEPT_OF_ALL.burst + 50; accountId++) add(database, accountId);
    add(database, KEPT_OF_ALL.burst + 51, "refused");
    await flushRequestLog(database);
    expect((await count()) - before).toBe(KEPT_OF_ALL.burst + 1);
  });

  it("are dropped where the database is behind, and wait in no statement but one", async () => {
    const before = await count();
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
    expect((await count()) - before).toBe(MAX_WAITING_REQUESTS + 1);
  });
});

it("is read, and deleted, by its indexes", async () => {
  await db().query({ text: "analyze api_requests", values: [] });
  const page = { place: { at: AT, id: newId() }, direction: "older", limit: 26 } as const;
  const asked = [
    {},
    { status: "succeeded" as const },
    { path: "/gateway/sms/out", key: "password", start: AT, end: AT },
    { status: "refused" as const },
    { status: "failed" as const },
    { code: "invalid_parameter" as const },
  ];
  const statements = [
    ...asked.map((filter) => requestsStatement(1, { ...filter, limit: 25 }, page)),
    requestStatement(1, newId()),
    deleteOldStatement({ table: "api_requests", key: ["id"], column: "id", bound: newId() }, 1_000),
  ];
  const scans = (await Promise.all(statements.map((statement) => scansOf(db(), statement)))).flat();
  const ours = scans.filter(({ table }) => table === "api_requests");
  expect(ours.length).toBeGreaterThanOrEqual(statements.length);
  expect(ours.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node))).toEqual([]);
});

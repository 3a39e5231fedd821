import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { POST as send } from "@/app/gateway/sms/out/route";
import { inngest } from "@/inngest/client";
import { startInngestWakeUps } from "@/inngest/wake-ups";
import { setJobRunner } from "@/lib/db/wake";
import { announceApproval } from "@/lib/domains/announce-approval";
import { reloadEnv } from "@/lib/env";
import { requestRunner } from "@/lib/jobs/request-runner";
import { stopWakeUps } from "@/lib/jobs/wake/inngest-wake";
import { accept } from "@/lib/messages/accept/accept";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { call, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { InngestExecutor } from "@/tests/support/server/inngest-executor";
import type { InngestRun } from "@/tests/support/server/inngest-run";

useTestCells();

/** A Friday, 22:00 in New Zealand, and the next morning. */
const NIGHT = new Date("2026-11-20T09:00:00.000Z");
const MORNING = new Date("2026-11-20T18:00:00.000Z");

const context = { params: Promise.resolve({}) };
const endpoint = () => import("@/app/api/inngest/route");
const server = new InngestExecutor({
  GET: async (request) => (await endpoint()).GET(new NextRequest(request), context),
  POST: async (request) => (await endpoint()).POST(new NextRequest(request), context),
  PUT: async (request) => (await endpoint()).PUT(new NextRequest(request), context),
});

let accounts: Map<number, TestAccount>;
beforeAll(async () => {
  setJobRunner(requestRunner);
  const settings = { INNGEST_DEV: await server.listen() };
  Object.assign(process.env, settings);
  inngest.setEnvVars({ INNGEST_SIGNING_KEY: undefined, ...settings });
  reloadEnv();
  await server.register();
});
beforeEach(async () => {
  server.reset();
  startInngestWakeUps();
  accounts = new Map();
  for (const cell of [1, 2, 3])
    accounts.set(cell, await testAccount({ balanceMicros: 1_000_000_000n }, openCell(cell)));
  vi.useFakeTimers({ toFake: ["Date"], now: NIGHT });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  stopWakeUps();
});
afterAll(async () => {
  delete process.env.INNGEST_DEV;
  inngest.setEnvVars({ INNGEST_DEV: undefined });
  reloadEnv();
  setJobRunner(undefined);
  await server.close();
});

const accountOf = (cell: number) => accounts.get(cell) as TestAccount;
const carriersOf = async (cell: number) =>
  (await messagesOf(accountOf(cell).accountId)).map(({ carrier }) => carrier);

async function sendFrom(cell: number): Promise<void> {
  const { userId, password } = accountOf(cell);
  const json = { userId, password, to: "64211234567", body: "Kia ora", messageClass: "transactional" };
  expect((await call<{ status: string }>(send, { json })).body.status).toBe("queued");
}

/** Inserts a message of a cell that became due some minutes ago. */
async function leaveBehind(cell: number): Promise<void> {
  const items = [testItem({ msisdn: "61412345678" })];
  await accept(openCell(cell), [testSubmission(accountOf(cell).accountId, { items })], NIGHT, () => "");
}

const namesOf = (runs: readonly InngestRun[]) =>
  runs
    .map(({ fn, event }) => `${fn.id.replace("messaging-gateway-", "")} ${event.data.cell ?? 1}`)
    .toSorted();

it("has functions for the other cells, each cell with runs and repeats of its own", () => {
  const inCell = [...server.functions.values()].filter(({ id }) => id.endsWith("-in-cell"));
  expect(server.functions.size).toBe(7);
  expect(inCell.map(({ triggers }) => triggers[0]?.event).toSorted()).toEqual([
    "gateway/cell.dispatch.due",
    "gateway/cell.sweep.due",
    "gateway/cell.webhooks.due",
  ]);
  for (const { concurrency, idempotency } of inCell) {
    expect([concurrency].flat()).toMatchObject([{ limit: 1, key: "event.data.cell" }]);
    expect(idempotency).toBe("event.data.key");
  }
});

it("wakes what waited for the morning in each cell, by one event and one run of each", async () => {
  for (const cell of [1, 2, 3, 2]) await sendFrom(cell);
  await expect.poll(() => server.received.length).toBe(3);
  await server.runUntil(new Date(MORNING.getTime() - 1_000));
  expect(await carriersOf(2)).toEqual([null, null]);
  expect(server.received.map(({ id }) => id).toSorted()).toEqual([
    "gateway/cell.dispatch.due@2@2026-11-20T18:00:00.000Z",
    "gateway/cell.dispatch.due@3@2026-11-20T18:00:00.000Z",
    "gateway/dispatch.due@2026-11-20T18:00:00.000Z",
  ]);
  await server.runUntil(new Date(MORNING.getTime() + 2_000));
  for (const [cell, count] of [
    [1, 1],
    [2, 2],
    [3, 1],
  ] as const)
    expect(await carriersOf(cell)).toEqual(Array(count).fill("simulator"));
  await server.runUntil(new Date(MORNING.getTime() + 10_000));
  for (const cell of [1, 2, 3])
    for (const { status } of await messagesOf(accountOf(cell).accountId)) expect(status).toBe("DELIVRD");
});

it("sweeps each cell in a run of its own, and one that is away fails alone", async () => {
  for (const cell of [1, 2, 3]) await leaveBehind(cell);
  await whileCell(2, "is away", async () => {
    server.tick();
    await server.settle();
  });
  expect([await carriersOf(1), await carriersOf(2), await carriersOf(3)]).toEqual([
    ["simulator"],
    [null],
    ["simulator"],
  ]);
  const sweeps = server.runs.filter(({ fn }) => fn.id.includes("sweep"));
  expect(namesOf(sweeps)).toEqual(["sweep 1", "sweep-in-cell 2", "sweep-in-cell 3"]);
  const failed = sweeps.filter(({ ended }) => ended && "error" in ended);
  expect(namesOf(failed)).toEqual(["sweep-in-cell 2"]);
  vi.setSystemTime(NIGHT.getTime() + 60_000);
  server.tick();
  await server.settle();
  expect(await carriersOf(2)).toEqual(["simulator"]);
});

it("finishes the sweeps of the others while one cell hangs, and leaves what came too late to the next", async () => {
  for (const cell of [1, 3]) await leaveBehind(cell);
  const drive = async (run: InngestRun) => {
    while (!run.ended) await run.step();
  };
  await whileCell(2, "hangs", async () => {
    server.tick();
    const [home] = server.runs as [InngestRun];
    await home.step();
    await expect.poll(() => server.runs.length).toBe(3);
    const others = server.runs.filter(({ event }) => event.data.cell !== 2);
    const hanging = server.runs.filter(({ event }) => event.data.cell === 2);
    void Promise.all(hanging.map(drive)).catch(() => {});
    await Promise.all(others.map(drive));
    expect(others.every(({ ended }) => ended !== undefined && "output" in ended)).toBe(true);
    expect(hanging.map(({ ended }) => ended)).toEqual([undefined]);
  });
  expect([await carriersOf(1), await carriersOf(3)]).toEqual([["simulator"], ["simulator"]]);
  const [late] = server.runs.filter(({ event }) => event.data.cell === 3) as [InngestRun];
  vi.setSystemTime(NIGHT.getTime() + 180_000);
  await leaveBehind(3);
  const again = server.start(late.fn, late.event);
  await drive(again);
  expect(again.ended).toMatchObject({ output: { runs: 0 } });
  expect(await carriersOf(3)).toContain(null);
});

it("releases what was held in the cell that the account is in", async () => {
  const { accountId } = accountOf(3);
  const held = testSubmission(accountId, {
    heldHosts: ["example.com"],
    items: [testItem({ dueAt: null, msisdn: "61412345678" })],
  });
  await accept(openCell(3), [held], NIGHT, () => "");
  await openCell(3).prisma.approvedDomain.create({
    data: { accountId, domain: "example.com", approvedAt: NIGHT },
  });
  await announceApproval(accountId, NIGHT);
  await expect.poll(() => server.received.length).toBeGreaterThan(0);
  await server.settle();
  expect(await carriersOf(3)).toEqual(["simulator"]);
});

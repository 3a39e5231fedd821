import { afterEach, expect, it } from "vitest";
import { db, openDatabase } from "@/lib/db/client";
import { openLog, setLog } from "@/lib/log";
import { report } from "@/lib/messages/dispatch/report";
import {
  carrierCounterOf,
  flushCarrierCounters,
  type HandedOver,
} from "@/lib/messages/networks/carrier-counter";
import { readFigures, readLatencies } from "@/lib/messages/networks/carrier-figures";
import { useTestDatabase } from "@/tests/support/database/database";
import { unsteadyDatabase } from "@/tests/support/database/unsteady-database";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

afterEach(() => setLog(undefined));

const NOW = new Date("2026-11-20T23:02:00Z");
const TAKEN: HandedOver = { at: NOW, isAccepted: true, answerMs: 20 };

const submitted = async () => (await readFigures(db(), NOW)).get("north")?.lastHour.submitted;

it("writes what it counted once, by itself and when a process ends its work", async () => {
  carrierCounterOf(db()).handedOver("north", [TAKEN, { at: NOW, isAccepted: false, answerMs: null }]);
  expect(await db().prisma.carrierFigure.count()).toBe(0);
  await expect
    .poll(() => db().prisma.carrierFigure.findMany())
    .toMatchObject([{ submitted: 2, accepted: 1 }]);
  carrierCounterOf(db()).handedOver("north", [TAKEN]);
  await flushCarrierCounters();
  await flushCarrierCounters();
  expect(await db().prisma.carrierFigure.findMany()).toMatchObject([{ submitted: 3, accepted: 2 }]);
  expect(await readLatencies(db())).toMatchObject([{ carrier: "north", answerMs: 40 }]);
});

it("keeps what it could not write while the database is away", async () => {
  const unsteady = await unsteadyDatabase(process.env.DATABASE_URL as string);
  const own = openDatabase(unsteady.url, 2);
  try {
    unsteady.state.mode = "refuses";
    carrierCounterOf(own).handedOver("north", [TAKEN]);
    await flushCarrierCounters();
    carrierCounterOf(own).handedOver("north", [TAKEN]);
    unsteady.state.mode = "passes";
    await expect.poll(submitted).toBe(2);
    expect(await readLatencies(db())).toMatchObject([{ carrier: "north", answerMs: 40 }]);
  } finally {
    await own.close();
    await unsteady.close();
  }
});

it("tries no more where the database is closed", async () => {
  const lines: object[] = [];
  setLog(openLog("error", { write: (line) => void lines.push(JSON.parse(line)) }));
  const opened = openDatabase(process.env.DATABASE_URL as string, 1);
  // A handle may be passed on as a copy with more functions.
  const own = { ...opened };
  carrierCounterOf(own).handedOver("north", [TAKEN]);
  await opened.close();
  await carrierCounterOf(own).flush();
  expect(lines).toEqual([]);
});

it("counts what a transaction reported once that is committed, and nothing of one that was undone", async () => {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const reference = await sentMessage(accountId, newMobile(), NOW);
  const told = [{ reference, key: reference, code: 1, reportedAt: NOW }];
  const undone = db().transaction(async (tx) => {
    await report(tx, "test", told, NOW);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await readFigures(db(), NOW)).get("test")?.lastHour.delivered ?? 0).toBe(0);
  await db().transaction((tx) => report(tx, "test", told, NOW));
  expect((await readFigures(db(), NOW)).get("test")?.lastHour.delivered).toBe(1);
});

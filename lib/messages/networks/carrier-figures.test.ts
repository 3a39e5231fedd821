import { describe, expect, it } from "vitest";
import { Simulator } from "@/lib/carriers/simulator";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { report } from "@/lib/messages/dispatch/report";
import { NO_FIGURES, readFigures, readLatencies } from "@/lib/messages/networks/carrier-figures";
import { sumFiguresStatement } from "@/lib/messages/networks/carrier-figures.sql";
import { ANSWER_BOUNDS_MS, latencyOf } from "@/lib/messages/networks/latency";
import { accepted, carrierNamed, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { skipTime } from "@/tests/support/skip-time";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:02:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

describe("the figures of networks", () => {
  it("are summed of the last hour and the last day, by the time of handing over", async () => {
    const row = (carrier: string, minutes: number, [submitted, accepted, delivered]: number[]) => ({
      carrier,
      shard: minutes % 2,
      at: ago(minutes),
      submitted: submitted ?? 0,
      accepted: accepted ?? 0,
      delivered: delivered ?? 0,
    });
    await db().prisma.carrierFigure.createMany({
      data: [
        row("north", 2, [3, 3, 1]),
        row("north", 57, [1, 0, 0]),
        row("north", 122, [5, 5, 4]),
        row("north", 26 * 60, [9, 9, 9]),
        row("south", 182, [1, 0, 0]),
      ],
    });
    expect(await readFigures(db(), NOW)).toEqual(
      new Map([
        [
          "north",
          {
            lastHour: { ...NO_FIGURES, submitted: 4, accepted: 3, delivered: 1 },
            lastDay: { ...NO_FIGURES, submitted: 9, accepted: 8, delivered: 5 },
          },
        ],
        [
          "south",
          {
            lastHour: NO_FIGURES,
            lastDay: { ...NO_FIGURES, submitted: 1 },
          },
        ],
      ]),
    );
  });

  it("come from what is handed over and what is reported", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const items = Array.from({ length: 20 }, () => testItem({ dueAt: NOW }));
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    const carrier = new Simulator(db(), () => ({ delayMs: 0, authSecret: TEST_SECRET }));
    while ((await dispatch(db(), carrier, NOW, BY_DAY)).claimed > 0);
    const given = async () => (await readFigures(db(), NOW)).get(carrier.name)?.lastHour;
    expect(await given()).toMatchObject({ submitted: 20, accepted: 20, delivered: 0 });
    for (let at = -1; (await collectReports(db(), carrier, ago(at))).collected > 0; at--);
    const delivered = await db().prisma.message.count({ where: { status: "DELIVRD" } });
    expect(delivered).toBeGreaterThan(0);
    expect(await given()).toMatchObject({ submitted: 20, accepted: 20, delivered });
  });

  it("lose nothing where reports are counted at the same time", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const handedOver = (_: unknown, index: number) =>
      sentMessage(accountId, newMobile(), ago(1 + 6 * (index % 4)));
    const ids = await Promise.all(Array.from({ length: 80 }, handedOver));
    const batches = Array.from({ length: 20 }, (_, batch) => {
      const some = ids.slice(batch * 4, batch * 4 + 4);
      const reports = [...some.slice(batch % 4), ...some.slice(0, batch % 4)].map((reference) => ({
        reference,
        key: reference,
        code: 1,
        reportedAt: NOW,
      }));
      return report(db(), "test", reports, NOW);
    });
    await Promise.all(batches);
    expect((await readFigures(db(), NOW)).get("test")?.lastHour).toMatchObject({ delivered: 80 });
  });

  it("say how long answers and last reports took, of what was handed over, and since ever", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const items = Array.from({ length: 10 }, () => testItem({ dueAt: NOW, msisdn: newMobile() }));
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    const skip = skipTime();
    const carrier = carrierNamed("slow", 10, async (batch) => {
      skip(60);
      return batch.map(({ id }, index) => (index < 2 ? unknown(id) : accepted(id, id)));
    });
    await dispatch(db(), carrier, NOW, BY_DAY);
    const answered = (await db().prisma.carrierSubmission.findMany()).map(({ reference }) => reference ?? "");
    const told = (references: string[], seconds: number, code: number) => {
      const reportedAt = new Date(NOW.getTime() + seconds * 1_000);
      const reports = references.map((reference) => ({
        reference,
        key: `${reference}/${code}`,
        code,
        reportedAt,
      }));
      return report(db(), "slow", reports, reportedAt);
    };
    await told(answered, 1, 8);
    await told(answered.slice(0, 5), 4, 1);
    await told(answered.slice(5, 7), 45, 2);
    await told(answered.slice(0, 7), 3_600, 1);
    const given = (await readFigures(db(), NOW)).get("slow")?.lastHour;
    expect(given).toMatchObject({
      submitted: 8,
      accepted: 8,
      delivered: 5,
      reports: { median: { ms: 5_000, isMore: false }, most: { ms: 60_000, isMore: false } },
    });
    expect(given?.answers?.median.ms).toBeGreaterThanOrEqual(100);
    await db().query(sql`delete from carrier_figures`);
    const [ever] = await readLatencies(db());
    expect(ever).toMatchObject({
      carrier: "slow",
      reportCounts: [0, 0, 5, 0, 0, 2, 0, 0, 0, 0, 0, 0],
      reportMs: 110_000,
    });
    expect(ever?.answerCounts.reduce((sum, count) => sum + count, 0)).toBe(8);
    expect(ever?.answerMs).toBeGreaterThanOrEqual(8 * 59);
  });

  it("are added class by class, also by statements at once", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const ids = await Promise.all(
      Array.from({ length: 60 }, () => sentMessage(accountId, newMobile(), ago(10))),
    );
    const reportOn = (id: string, index: number) => {
      const reportedAt = new Date(ago(10).getTime() + ([500, 1_500, 30_000][index % 3] ?? 0));
      return report(db(), "test", [{ reference: id, key: id, code: 1, reportedAt }], reportedAt);
    };
    await Promise.all(ids.map(reportOn));
    const [ever] = await readLatencies(db());
    expect(ever).toMatchObject({ reportCounts: [20, 20, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0], answerMs: 0 });
    const median = { ms: 2_000, isMore: false };
    expect((await readFigures(db(), NOW)).get("test")?.lastHour).toMatchObject({
      answers: null,
      reports: { median, most: { ms: 30_000, isMore: false } },
    });
  });

  it("say the class that half, and 95 of 100, are within", () => {
    const counts = (...of: number[]) => [...of, ...Array(13 - of.length).fill(0)];
    const [first, second] = ANSWER_BOUNDS_MS;
    expect(latencyOf(counts(), ANSWER_BOUNDS_MS)).toBeNull();
    expect(latencyOf(counts(1), ANSWER_BOUNDS_MS)).toMatchObject({
      median: { ms: first },
      most: { ms: first },
    });
    expect(latencyOf(counts(95, 5), ANSWER_BOUNDS_MS)).toMatchObject({ most: { ms: first } });
    expect(latencyOf(counts(94, 6), ANSWER_BOUNDS_MS)).toMatchObject({
      median: { ms: first },
      most: { ms: second },
    });
    expect(latencyOf([...Array(12).fill(0), 1], ANSWER_BOUNDS_MS)?.median).toEqual({
      ms: 60_000,
      isMore: true,
    });
  });

  it("are read by an index, and kept for two days", async () => {
    await db().query(sql`
      insert into carrier_figures (at, carrier, shard, submitted, accepted, delivered)
      select ${NOW}::timestamptz - s * interval '5 minutes', 'c' || c, 0, 1, 1, 1
      from generate_series(1, 2000) s, generate_series(1, 5) c`);
    await db().query(sql`analyze`);
    expect(await scansOf(db(), sumFiguresStatement(ago(24 * 60)))).toMatchObject([
      { table: "carrier_figures", node: expect.stringMatching(/^Index/), by: expect.stringContaining("at") },
    ]);
    await purgeExpired(db(), NOW);
    expect(await db().prisma.carrierFigure.count()).toBe(5 * 575);
  });
});

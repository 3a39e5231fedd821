import { describe, expect, it } from "vitest";
import { simulator } from "@/lib/carriers/simulator";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { report } from "@/lib/messages/dispatch/report";
import { readFigures } from "@/lib/messages/networks/carrier-figures";
import { sumFiguresStatement } from "@/lib/messages/networks/carrier-figures.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:02:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

describe("the figures of networks", () => {
  it("are summed of the last hour and the last day, by the time of handing over", async () => {
    const row = (carrier: string, minutes: number, [submitted, accepted, delivered]: number[]) => ({
      ...{ carrier, shard: minutes % 2, at: ago(minutes), submitted: submitted ?? 0 },
      ...{ accepted: accepted ?? 0, delivered: delivered ?? 0 },
    });
    await db().prisma.carrierFigure.createMany({
      data: [
        ...[row("north", 2, [3, 3, 1]), row("north", 57, [1, 0, 0]), row("north", 122, [5, 5, 4])],
        ...[row("north", 26 * 60, [9, 9, 9]), row("south", 182, [1, 0, 0])],
      ],
    });
    expect(await readFigures(db(), NOW)).toEqual(
      new Map([
        [
          "north",
          {
            lastHour: { submitted: 4, accepted: 3, delivered: 1 },
            lastDay: { submitted: 9, accepted: 8, delivered: 5 },
          },
        ],
        [
          "south",
          {
            lastHour: { submitted: 0, accepted: 0, delivered: 0 },
            lastDay: { submitted: 1, accepted: 0, delivered: 0 },
          },
        ],
      ]),
    );
  });

  it("come from what is handed over and what is reported", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const items = Array.from({ length: 20 }, () => testItem({ dueAt: NOW }));
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    const carrier = simulator(db(), 0, TEST_SECRET);
    while ((await dispatch(db(), carrier, NOW, BY_DAY)).claimed > 0);
    const given = async () => (await readFigures(db(), NOW)).get(carrier.name)?.lastHour;
    expect(await given()).toEqual({ submitted: 20, accepted: 20, delivered: 0 });
    for (let at = -1; (await collectReports(db(), carrier, ago(at))).collected > 0; at--);
    const delivered = await db().prisma.message.count({ where: { status: "DELIVRD" } });
    expect(delivered).toBeGreaterThan(0);
    expect(await given()).toEqual({ submitted: 20, accepted: 20, delivered });
  });

  it("lose nothing where reports are counted at the same time", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const handedOver = (_: unknown, index: number) =>
      sentMessage(accountId, newMobile(), ago(1 + 6 * (index % 4)));
    const ids = await Promise.all(Array.from({ length: 80 }, handedOver));
    const batches = Array.from({ length: 20 }, (_, batch) => {
      const some = ids.slice(batch * 4, batch * 4 + 4);
      const reports = [...some.slice(batch % 4), ...some.slice(0, batch % 4)].map((reference) => ({
        ...{ reference, key: reference, code: 1, reportedAt: NOW },
      }));
      return report(db(), "test", reports, NOW);
    });
    await Promise.all(batches);
    expect((await readFigures(db(), NOW)).get("test")?.lastHour).toMatchObject({ delivered: 80 });
  });

  it("are read by an index, and kept for two days", async () => {
    await db().query(sql`
      insert into carrier_figures (at, carrier, shard, submitted, accepted, delivered)
      select ${NOW}::timestamptz - s * interval '5 minutes', 'c' || c, 0, 1, 1, 1
      from generate_series(1, 2000) s, generate_series(1, 5) c`);
    await db().query(sql`analyze`);
    expect(await scansOf(db(), sumFiguresStatement(ago(24 * 60), ago(60)))).toMatchObject([
      { table: "carrier_figures", node: expect.stringMatching(/^Index/), by: expect.stringContaining("at") },
    ]);
    await purgeExpired(db(), NOW);
    expect(await db().prisma.carrierFigure.count()).toBe(5 * 575);
  });
});

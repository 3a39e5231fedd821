import { beforeAll, describe, expect, it } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { passOnParked, reportInAnyCell } from "@/lib/messages/dispatch/cells/report-in-any-cell";
import { awayFrom } from "@/tests/support/database/away-from";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { woken } from "@/tests/support/server/woken";

useTestCells();

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const CARRIER = "test";

let home: TestAccount;
let away: TestAccount;
beforeAll(async () => {
  home = await testAccount();
  away = await testAccount({}, openCell(2));
});

const reportOf = (reference: string, code = 1) => ({
  reference,
  key: `${reference}/${code}`,
  code,
  reportedAt: later(1_000),
});
const statusOf = async ({ accountId }: TestAccount, id: string) =>
  (await messagesOf(accountId)).find((message) => message.id === id)?.status;
const parked = ({ prisma }: Database) => prisma.parkedReport.count();

describe("a report on a connection of one cell", () => {
  it.each([
    ["home", 1],
    ["cell 2", 2],
    ["cell 3, which has neither message", 3],
  ])("of %s moves messages of its own and of another cell, each once", async (_, number) => {
    const ids = [
      await sentMessage(home.accountId, newMobile(), NOW),
      await sentMessage(away.accountId, newMobile(), NOW),
    ];
    const [atHome = "", elsewhere = ""] = ids;
    woken.length = 0;
    for (let times = 0; times < 2; times++)
      await reportInAnyCell(
        openCell(number),
        CARRIER,
        ids.map((id) => reportOf(id)),
        later(2_000),
      );
    expect([await statusOf(home, atHome), await statusOf(away, elsewhere)]).toEqual(["DELIVRD", "DELIVRD"]);
    const recorded = await Promise.all(
      [db(), openCell(2)].map(({ prisma }, index) =>
        prisma.deliveryReport.count({ where: { messageId: ids[index] ?? "" } }),
      ),
    );
    expect(recorded).toEqual([1, 1]);
    expect(await Promise.all([db(), openCell(2), openCell(3)].map(parked))).toEqual([0, 0, 0]);
  });

  it("that nobody knows is parked there, and passed on once its message is recorded elsewhere", async () => {
    const mobile = newMobile();
    const reference = "early-report";
    await reportInAnyCell(db(), CARRIER, [reportOf(reference)], NOW);
    expect(await parked(db())).toBe(1);
    expect(await passOnParked(db(), later(1_000))).toBe(0);
    const id = await sentMessage(away.accountId, mobile, NOW);
    await openCell(2).prisma.carrierSubmission.updateMany({ where: { messageId: id }, data: { reference } });
    expect(await passOnParked(db(), later(60_000))).toBe(1);
    expect(await statusOf(away, id)).toBe("DELIVRD");
    expect(await Promise.all([db(), openCell(2)].map(parked))).toEqual([0, 0]);
  });

  it("is kept while the other cell is away, however long, and passed on when it is back", async () => {
    const id = await sentMessage(home.accountId, newMobile(), NOW);
    // Home does not answer cell 2.
    const { isAway } = await awayFrom("from carrier_submissions s", () =>
      reportInAnyCell(openCell(2), CARRIER, [reportOf(id)], NOW),
    );
    expect([isAway, await parked(openCell(2))]).toEqual([true, 1]);
    expect(await statusOf(home, id)).toBe("PENDING");
    await awayFrom("from carrier_submissions s", async () => {
      expect(await passOnParked(openCell(2), later(30 * 3_600_000))).toBe(0);
    });
    expect(await passOnParked(openCell(2), later(31 * 3_600_000))).toBe(1);
    expect(await statusOf(home, id)).toBe("DELIVRD");
  });
});

describe("more parked reports than one run looks at", () => {
  it("are passed on all the same, however many nobody knows", async () => {
    const at = later(40 * 3_600_000);
    const of = openCell(3);
    // Hours ago, while cell 2 was away.
    await of.query(sql`
      insert into parked_reports (carrier, reference, report_key, code, reported_at, parked_at)
      select ${CARRIER}, 'many-' || n, 'many-' || n, 1, ${at}::timestamptz, ${at}::timestamptz + n * interval '1 millisecond'
      from generate_series(1, 51000) n`);
    const id = await sentMessage(away.accountId, newMobile(), NOW);
    const reference = "many-50900";
    await openCell(2).prisma.carrierSubmission.updateMany({ where: { messageId: id }, data: { reference } });
    const afterwards = (minutes: number) => new Date(at.getTime() + 5 * 3_600_000 + minutes * 60_000);
    for (let run = 0; run < 3; run++) await passOnParked(of, afterwards(run));
    expect(await statusOf(away, id)).toBe("DELIVRD");
    expect(await of.prisma.parkedReport.count({ where: { reference } })).toBe(0);
  });
});

describe("while another cell hangs", () => {
  it("a report of the own cell is recorded without waiting for it", async () => {
    const id = await sentMessage(home.accountId, newMobile(), NOW);
    await whileCell(2, "hangs", async () => {
      const reports = [reportOf(id), reportOf("of-nobody")];
      const recorded = reportInAnyCell(db(), CARRIER, reports, later(2_000));
      const order: string[] = [];
      const told = recorded.then(() => order.push("all"));
      await expect.poll(() => statusOf(home, id)).toBe("DELIVRD");
      order.push("own");
      await told;
      expect(order).toEqual(["own", "all"]);
    });
  });
});

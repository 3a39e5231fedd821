import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { auditNightly, lastAudit } from "@/lib/messages/audit/nightly-audit";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

/** 03:00 in New Zealand on an ordinary day. */
const NIGHT = new Date("2026-11-20T14:00:00Z");
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(NIGHT.getTime() + hours * HOUR_MS);

async function lostMessage(acceptedAt: Date): Promise<string> {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000n });
  const item = testItem();
  await accept(db(), [testSubmission(accountId, { items: [item] })], acceptedAt, () => "");
  await db().query(sql`delete from message_queue where message_id = ${item.id}::uuid`);
  return item.id;
}

describe("the audit of a night", () => {
  it("is made once a New Zealand day, from three o'clock on, by one of all servers", async () => {
    expect(await auditNightly(db(), at(-0.01), null)).toBe(false);
    expect(await db().prisma.bookAudit.count()).toBe(0);
    const ended = await Promise.all(Array.from({ length: 8 }, () => auditNightly(db(), NIGHT, null)));
    expect(ended.filter((isEnded) => isEnded)).toHaveLength(1);
    expect(await lastAudit(db())).toEqual({ endedAt: NIGHT, findings: [] });
    expect(await auditNightly(db(), at(20.9), null)).toBe(false);
    expect(await auditNightly(db(), at(24), null)).toBe(true);
    const days = await db().prisma.bookAudit.findMany({ orderBy: { day: "asc" } });
    expect(days.map(({ day, place }) => [day.toISOString().slice(0, 10), place])).toEqual([
      ["2026-11-21", null],
      ["2026-11-22", null],
    ]);
  });

  it("begins at three by the clock on the wall in both nights that change it", async () => {
    // 2026-04-05 03:00 NZDT becomes 02:00 NZST; 2026-09-27 02:00 NZST becomes 03:00 NZDT.
    for (const [before, from] of [
      ["2026-04-04T14:59:59Z", "2026-04-04T15:00:00Z"],
      ["2026-09-26T13:59:59Z", "2026-09-26T14:00:00Z"],
    ] as const) {
      expect(await auditNightly(db(), new Date(before), null)).toBe(false);
      expect(await auditNightly(db(), new Date(from), null)).toBe(true);
    }
  });

  it("keeps what it finds, and finds it again the next night", async () => {
    const id = await lostMessage(new Date());
    const now = new Date(Date.now() + 24 * HOUR_MS);
    const night = new Date(now.getTime() - (now.getTime() % (24 * HOUR_MS)) + 20 * HOUR_MS);
    await auditNightly(db(), night, null);
    const { findings } = (await lastAudit(db())) ?? {};
    expect(findings).toMatchObject([{ check: "not-queued", count: 1, example: id }]);
    await auditNightly(db(), new Date(night.getTime() + 24 * HOUR_MS), null);
    expect((await lastAudit(db()))?.findings).toEqual(findings);
  });

  it("goes on where another server ended", async () => {
    await lostMessage(new Date());
    const { accountId } = await testAccount({ balanceMicros: 5n });
    await db().query(sql`update accounts set balance_micros = 6 where id = ${accountId}`);
    const earlier = { check: "balance", accountId, count: 1, example: "found before the server ended" };
    const begunAt = new Date(Date.now() + 24 * HOUR_MS);
    const night = new Date(begunAt.getTime() - (begunAt.getTime() % (24 * HOUR_MS)) + 20 * HOUR_MS);
    const day = new Date(`${night.toISOString().slice(0, 10)}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + 1);
    await db().prisma.bookAudit.create({
      data: {
        day,
        begunAt,
        place: { step: "messages", after: "00000000-0000-0000-0000-000000000000" },
        findings: [earlier],
      },
    });
    expect(await auditNightly(db(), night, null)).toBe(true);
    expect((await lastAudit(db()))?.findings.map(({ check }) => check)).toEqual(["balance", "not-queued"]);
  });
});

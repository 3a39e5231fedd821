import { beforeEach, describe, expect, it } from "vitest";
import type { CarrierReport, Settle } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { applyLeftParked, PARKED_MS, reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { leftParkedStatement } from "@/lib/messages/dispatch/park-reports.sql";

import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

function delivered(reference: string, overrides: Partial<CarrierReport> = {}): CarrierReport {
  return { reference, key: `${reference}/1`, code: 1, reportedAt: later(1_000), ...overrides };
}

/** Creates a message that is with the carrier "smsc", which answers when `answer` is called. */
async function inFlight(msisdn = "64211234567", parts = 1) {
  const { accountId } = await testAccount();
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
  const item = testItem({ msisdn, dueAt: NOW });
  const body = "a".repeat(parts > 1 ? parts * 153 : 10);
  await accept(db(), [testSubmission(accountId, { items: [item], body, parts })], NOW, () => "");
  let settle: Settle | undefined;
  const carrier = {
    ...carrierNamed("smsc", 10, async () => []),
    submit: (_: unknown, given: Settle) => {
      settle = given;
    },
  };
  const dispatched = dispatch(db(), carrier, NOW, BY_DAY);
  await expect.poll(() => settle).toBeDefined();
  return {
    id: item.id,
    answer: async (...references: (string | null)[]) => {
      settle?.([accepted(item.id, ...references)]);
      await dispatched;
    },
    status: async () => (await messagesOf(accountId))[0]?.status,
    events: () => db().prisma.webhookDelivery.count({ where: { accountId } }),
    reports: () => db().prisma.deliveryReport.findMany({ where: { messageId: item.id } }),
  };
}

const parked = () => db().prisma.parkedReport.count();

describe("a report before its reference", () => {
  it("is parked, and applied once with the answer that brings the reference", async () => {
    const message = await inFlight();
    const early = delivered("r1");
    await Promise.all([reportOrPark(db(), "smsc", [early], NOW), reportOrPark(db(), "smsc", [early], NOW)]);
    expect([await parked(), await message.status()]).toEqual([1, "PENDING"]);
    await message.answer("r1");
    expect([await parked(), await message.status(), await message.events()]).toEqual([0, "DELIVRD", 1]);
    await reportOrPark(db(), "smsc", [early], NOW);
    expect([await parked(), (await message.reports()).length, await message.events()]).toEqual([0, 1, 1]);
  });

  it("is never lost when answer and report come at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const message = await inFlight();
      const reference = `race${round}`;
      await Promise.all([message.answer(reference), reportOrPark(db(), "smsc", [delivered(reference)], NOW)]);
      expect([await message.status(), await message.events()]).toEqual(["DELIVRD", 1]);
    }
    expect(await parked()).toBe(0);
  });

  it("is applied though somebody looked for its message a moment too early", async () => {
    const message = await inFlight();
    await reportOrPark(db(), "smsc", [delivered("early")], NOW);
    let answered: Promise<void> | undefined;
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from parked_reports where reference = 'early' for update`);
      answered = message.answer("early");
      await expect.poll(() => db().prisma.carrierSubmission.count({ where: { reference: "early" } })).toBe(1);
    });
    await answered;
    expect([await parked(), await message.status()]).toEqual([0, "DELIVRD"]);
  });

  it("is applied by the sweep where a server ended before it applied it", async () => {
    const message = await inFlight();
    await message.answer("r3");
    const { key, ...row } = delivered("r3");
    await db().prisma.parkedReport.create({
      data: { ...row, carrier: "smsc", reportKey: key, parkedAt: NOW },
    });
    // Reports of foreign messages, parked at the same time and later.
    const others = Array.from({ length: 2_500 }, (_, index) => ({
      ...row,
      carrier: "smsc",
      reference: `no${index}`,
      reportKey: `no${index}`,
      parkedAt: index < 1_500 ? NOW : later(index),
    }));
    await db().prisma.parkedReport.createMany({ data: others });
    expect(await applyLeftParked(db(), later(60_000))).toBe(1);
    expect([await parked(), await message.status(), await message.events()]).toEqual([
      others.length,
      "DELIVRD",
      1,
    ]);
    expect(await applyLeftParked(db(), later(3_600_000))).toBe(0);
    const start = { parkedAt: NOW, carrier: "smsc", reference: "no1", key: "no1" };
    const scans = await scansOf(db(), leftParkedStatement(start, 1_000));
    expect(scans).toMatchObject([
      { table: "parked_reports", node: "Index Scan", by: expect.stringContaining("parked_at") },
      {
        table: "carrier_submissions",
        node: expect.stringMatching(/^Index/),
        by: expect.stringContaining("reference"),
      },
    ]);
    await db().prisma.parkedReport.deleteMany();
  });

  it("is applied by the sweep as well where no server ran for hours after that", async () => {
    const message = await inFlight();
    await message.answer("r4");
    const { key, ...row } = delivered("r4");
    const others = Array.from({ length: 25_000 }, (_, index) => ({
      ...row,
      carrier: "smsc",
      reference: `no${index}`,
      reportKey: `no${index}`,
      parkedAt: later(-60_000),
    }));
    await db().prisma.parkedReport.createMany({
      data: [...others, { ...row, carrier: "smsc", reportKey: key, parkedAt: NOW }],
    });
    const start = 5 * 3_600_000;
    const applied: number[] = [];
    for (let run = 0; run < 3; run++) applied.push(await applyLeftParked(db(), later(start + run * 60_000)));
    expect(applied).toEqual([0, 1, 0]);
    expect([await message.status(), await message.events()]).toEqual(["DELIVRD", 1]);
    await db().prisma.parkedReport.deleteMany();
  });

  it("waits for the right carrier, and for three days", async () => {
    const message = await inFlight();
    await reportOrPark(db(), "other", [delivered("r2")], NOW);
    await message.answer("r2");
    expect([await parked(), await message.status()]).toEqual([1, "PENDING"]);
    await purgeExpired(db(), later(PARKED_MS - 1));
    expect(await parked()).toBe(1);
    await purgeExpired(db(), later(PARKED_MS));
    expect(await parked()).toBe(0);
  });
});

describe("a reference that a carrier uses again", () => {
  it("means the message to the handset that the report names, else the newest", async () => {
    const [older, newer] = [await inFlight("64211111111"), await inFlight("64212222222")];
    await older.answer("again");
    await newer.answer("again");
    await reportOrPark(db(), "smsc", [delivered("again", { msisdn: "64211111111", errorCode: "000" })], NOW);
    expect([await older.status(), await newer.status()]).toEqual(["DELIVRD", "PENDING"]);
    expect(await older.reports()).toMatchObject([{ errorCode: "000" }]);
    await reportOrPark(db(), "smsc", [delivered("again", { key: "again/2" })], NOW);
    expect(await newer.status()).toBe("DELIVRD");
    await reportOrPark(db(), "smsc", [delivered("again", { key: "again/3", msisdn: "64213333333" })], NOW);
    expect(await parked()).toBe(1);
    await db().prisma.parkedReport.deleteMany();
  });
});

describe("a message of ten parts", () => {
  const references = (of: string) => Array.from({ length: 10 }, (_, part) => `${of}${part}`);

  it("is delivered with its last part, in any order, and told of once", async () => {
    const message = await inFlight("64211234567", 10);
    const [first = "", ...others] = references("a");
    await reportOrPark(db(), "smsc", [delivered("a3")], NOW);
    await message.answer(...references("a"));
    expect(await message.status()).toBe("PENDING");
    const rest = others.filter((reference) => reference !== "a3").reverse();
    await Promise.all(rest.map((reference) => reportOrPark(db(), "smsc", [delivered(reference)], NOW)));
    // A second report of the same part is not another part.
    await reportOrPark(db(), "smsc", [delivered("a3", { key: "a3 again" })], NOW);
    expect([await message.status(), await message.events()]).toEqual(["PENDING", 0]);
    await reportOrPark(db(), "smsc", [delivered(first)], NOW);
    expect([await message.status(), await message.events()]).toEqual(["DELIVRD", 1]);
    await reportOrPark(db(), "smsc", [delivered(first, { key: "late", code: 2 })], NOW);
    expect([await message.status(), await message.events()]).toEqual(["DELIVRD", 1]);
    expect(await message.reports()).toHaveLength(12);
  });

  it("is delivered when all reports come in one batch, and by the last two at the same time", async () => {
    const together = await inFlight("64211234567", 10);
    await together.answer(...references("b"));
    await reportOrPark(
      db(),
      "smsc",
      references("b").map((reference) => delivered(reference)),
      NOW,
    );
    expect([await together.status(), await together.events()]).toEqual(["DELIVRD", 1]);

    const apart = await inFlight("64211234567", 2);
    await apart.answer("c0", "c1");
    await Promise.all(
      ["c0", "c1"].map((reference) => reportOrPark(db(), "smsc", [delivered(reference)], NOW)),
    );
    expect([await apart.status(), await apart.events()]).toEqual(["DELIVRD", 1]);
  });

  it("ends with a part that fails; what comes later is recorded and told nobody", async () => {
    const message = await inFlight("64211234567", 3);
    await message.answer("d0", "d1", "d2");
    await reportOrPark(db(), "smsc", [delivered("d0")], NOW);
    await reportOrPark(db(), "smsc", [delivered("d1", { code: 2, errorCode: "027" })], NOW);
    expect([await message.status(), await message.events()]).toEqual(["UNDELIV", 1]);
    await reportOrPark(db(), "smsc", [delivered("d2")], NOW);
    expect([await message.status(), await message.events()]).toEqual(["UNDELIV", 1]);
    expect(await message.reports()).toHaveLength(3);
  });

  it("goes by one report where the carrier has one reference for all", async () => {
    const message = await inFlight("64211234567", 3);
    await message.answer("e");
    await reportOrPark(db(), "smsc", [delivered("e")], NOW);
    expect(await message.status()).toBe("DELIVRD");
  });

  it("awaits no report for a part without a reference", async () => {
    const message = await inFlight("64211234567", 3);
    await message.answer("f0", null, "f2");
    await reportOrPark(db(), "smsc", [delivered("f0"), delivered("f2")], NOW);
    expect(await message.status()).toBe("DELIVRD");
  });
});

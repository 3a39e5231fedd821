import { beforeEach, describe, expect, it } from "vitest";
import { loadRoutes } from "@/lib/carriers/route-table";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { expireOverdue } from "@/lib/messages/dispatch/expire";
import { moveStranded } from "@/lib/messages/dispatch/move-stranded";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** One carrier that is down and has a route of its own, and one that is up, for other numbers. */
let ids: number[];
let routeIds: number[];
let accountId: number;
beforeEach(async () => {
  const { carrier, carrierSender, route } = db().prisma;
  await route.deleteMany();
  ids = [];
  routeIds = [];
  for (const [place, name] of ["dead", "healthy"].entries()) {
    const downSince = place === 0 ? NOW : null;
    const { id } = await carrier.create({ data: { name, kind: "test", downSince } });
    await carrierSender.create({ data: { carrierId: id, sender: "552" } });
    const data = { position: place + 1, prefix: place === 0 ? "6422" : null };
    const created = await route.create({ data: { ...data, targets: { create: [{ carrierId: id }] } } });
    ids.push(id);
    routeIds.push(created.id);
  }
  ({ accountId } = await testAccount({ balanceMicros: 10_000_000_000n }));
});

/** Inserts messages that wait for the carrier that is down. */
async function stranded(count: number, dueAt: Date, prefix = "6422") {
  const items = Array.from({ length: count }, (_, index) =>
    testItem({ dueAt, carrierId: ids[0] as number, msisdn: `${prefix}${1_000_000 + index}` }),
  );
  await accept(db(), [testSubmission(accountId, { items })], dueAt, () => "");
}

/** Returns a database that counts the rows that statements read. */
function counting() {
  const seen = { rows: 0 };
  const database = {
    ...db(),
    transaction: (work: Parameters<Database["transaction"]>[0]) =>
      db().transaction(async (tx) =>
        work({
          ...tx,
          query: async (statement: Parameters<typeof tx.query>[0]) => {
            const rows = await tx.query(statement);
            if (statement.text.includes("ported_numbers")) seen.rows += rows.length;
            return rows;
          },
        } as typeof tx),
      ),
  } as unknown as Database;
  const look = async (ms: number) => {
    seen.rows = 0;
    loadRoutes.forget(database);
    return { moved: await moveStranded(database, later(ms)), rows: seen.rows };
  };
  return look;
}

it("what has no other way is looked at once, and what comes after it each time", async () => {
  await stranded(2_300, NOW);
  const look = counting();
  expect(await look(60_000)).toEqual({ moved: 0, rows: 2_300 });
  expect(await look(65_000)).toEqual({ moved: 0, rows: 0 });
  await stranded(3, later(66_000));
  await stranded(2, later(66_000), "6421");
  expect(await look(70_000)).toEqual({ moved: 2, rows: 5 });
  // Messages that became due less than ten seconds ago may not have been seen in time.
  expect(await look(75_000)).toEqual({ moved: 0, rows: 3 });
  await stranded(1, later(70_500), "6421");
  expect(await look(80_000)).toEqual({ moved: 1, rows: 4 });
  expect(await look(90_000)).toEqual({ moved: 0, rows: 0 });
  expect(await look(120_000)).toEqual({ moved: 0, rows: 2_303 });
});

it("all of it is looked at again once a route or a carrier is another", async () => {
  await stranded(20, NOW);
  const look = counting();
  expect(await look(60_000)).toEqual({ moved: 0, rows: 20 });
  expect(await look(61_000)).toEqual({ moved: 0, rows: 0 });
  await db().prisma.carrier.updateMany({ where: { name: "healthy" }, data: { downSince: NOW } });
  expect(await look(62_000)).toMatchObject({ moved: 0 });
  await db().prisma.carrier.updateMany({ where: { name: "healthy" }, data: { downSince: null } });
  expect(await look(63_000)).toEqual({ moved: 0, rows: 20 });
  const target = { routeId: routeIds[0] as number, carrierId: ids[1] as number, tier: 1 };
  await db().prisma.routeTarget.create({ data: target });
  expect(await look(64_000)).toEqual({ moved: 20, rows: 20 });
});

describe("what waits for a carrier that was removed", () => {
  /** Removes the carrier's route: its messages now lead to the other carrier or to no carrier. */
  async function remove(isElsewhere: boolean) {
    const { carrier, route, routeTarget } = db().prisma;
    await routeTarget.deleteMany({ where: { carrierId: ids[0] as number } });
    if (isElsewhere)
      await routeTarget.create({ data: { routeId: routeIds[0] as number, carrierId: ids[1] as number } });
    else await route.delete({ where: { id: routeIds[0] as number } });
    await carrier.delete({ where: { id: ids[0] as number } });
    loadRoutes.forget(db());
  }

  it("goes elsewhere, as what was held or paused meanwhile does when it is due", async () => {
    await stranded(3, NOW);
    await db().query(sql`update message_queue set due_at = null, held = true`);
    await remove(true);
    expect(await moveStranded(db(), later(1_000))).toBe(0);
    await db().query(sql`update message_queue set due_at = accepted_at, held = false`);
    expect(await moveStranded(db(), later(2_000))).toBe(3);
    const rows = await db().prisma.queuedMessage.findMany();
    expect(rows.map(({ carrierId }) => carrierId)).toEqual(Array(3).fill(ids[1]));
  });

  it("fails once it is not worth sending any more, where no route leads elsewhere", async () => {
    await stranded(2, NOW);
    await remove(false);
    await db().prisma.route.deleteMany();
    loadRoutes.forget(db());
    expect(await moveStranded(db(), later(1_000))).toBe(0);
    expect(await expireOverdue(db(), later(1_000))).toBe(0);
    expect(await expireOverdue(db(), later(2 * 86_400_000))).toBe(2);
    const found = await db().prisma.message.findMany({ where: { accountId } });
    expect(found.map(({ status }) => status)).toEqual(["FAILED", "FAILED"]);
    expect(await db().prisma.queuedMessage.count()).toBe(0);
  });
});

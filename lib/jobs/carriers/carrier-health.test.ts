import { beforeEach, describe, expect, it } from "vitest";
import type { Carrier } from "@/lib/carriers/carrier";
import { type Database, db } from "@/lib/db/client";
import { watchCarriers } from "@/lib/jobs/carriers/carrier-health";
import { carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

let id: number;
beforeEach(async () => {
  ({ id } = await db().prisma.carrier.create({ data: { name: "north", kind: "test" } }));
});

const downSince = async () => (await db().prisma.carrier.findUniqueOrThrow({ where: { id } })).downSince;

/** Creates a server with a database handle of its own, and the state in which it sees the carrier. */
function server(more: Partial<Carrier> = {}) {
  const database = { ...db() } as Database;
  const sees = { isUp: true };
  const carrier: Carrier = {
    ...carrierNamed("north", 10, async () => []),
    id,
    health: () => ({ isUp: sees.isUp, reason: sees.isUp ? null : "no connection" }),
    ...more,
  };
  /** Checks the carriers each second from one time to another. */
  const watch = async (fromMs: number, toMs: number, carriers = [carrier]) => {
    for (let ms = fromMs; ms <= toMs; ms += 1_000) await watchCarriers(database, carriers, later(ms));
  };
  return { sees, watch };
}

async function eventKinds() {
  const events = await db().prisma.carrierEvent.findMany({ orderBy: { id: "asc" } });
  return events.map(({ kind }) => kind);
}

describe("a carrier that each server asks by itself", () => {
  it("is up again once any server reaches it, though the one that noted it as down is gone", async () => {
    const [first, second] = [server(), server()];
    await second.watch(0, 2_000);
    first.sees.isUp = false;
    await first.watch(0, 5_000);
    expect(await downSince()).toEqual(NOW);
    await second.watch(6_000, 12_000);
    expect(await downSince()).toBeNull();
  });

  it("is told of once, whichever servers see it down and up", async () => {
    const both = [server(), server()];
    for (const { sees } of both) sees.isUp = false;
    for (const { watch } of both) await watch(0, 10_000);
    expect(await downSince()).toEqual(NOW);
    for (const { sees } of both) sees.isUp = true;
    for (const { watch } of both) await watch(11_000, 20_000);
    expect(await downSince()).toBeNull();
    await expect.poll(eventKinds).toEqual(["down", "up"]);
  });

  it("is up for a minute where another server reaches it", async () => {
    const [first, second] = [server(), server()];
    first.sees.isUp = false;
    await first.watch(0, 5_000);
    await second.watch(6_000, 6_000);
    expect(await downSince()).toBeNull();
    // The server reads its own write again after five seconds.
    await first.watch(6_000, 69_000);
    expect(await downSince()).toBeNull();
    await first.watch(70_000, 70_000);
    expect(await downSince()).toEqual(later(10_000));
  });

  it("has its five seconds when it is opened again, though it was down before", async () => {
    const { sees, watch } = server();
    sees.isUp = false;
    await watch(0, 3_000);
    await watch(4_000, 6_000, []);
    await watch(60_000, 64_000);
    expect(await downSince()).toBeNull();
    await watch(65_000, 65_000);
    expect(await downSince()).toEqual(later(60_000));
  });
});

describe("a carrier whose links one server holds", () => {
  const [OWNER, OTHER] = ["019a0000-0000-7000-8000-000000000001", "019a0000-0000-7000-8000-000000000002"];
  const leased = (number: number, state: string) =>
    db().prisma.carrierLink.create({
      data: { carrierId: id, number, owner: OWNER, state, lease: later(60_000) },
    });

  it("stays down for a server that starts while it can only receive", async () => {
    const [owner, starting] = [server({ linkOwner: OWNER }), server({ linkOwner: OTHER })];
    await leased(1, "waiting");
    await leased(2, "bound");
    for (const { sees } of [owner, starting]) sees.isUp = false;
    await owner.watch(0, 5_000);
    expect(await downSince()).toEqual(NOW);
    await starting.watch(5_000, 30_000);
    expect(await downSince()).toEqual(NOW);
    owner.sees.isUp = true;
    await owner.watch(31_000, 31_000);
    expect(await downSince()).toBeNull();
  });

  it("is down as its owner says, though its links' rows are from before", async () => {
    const [owner, other] = [server({ linkOwner: OWNER }), server({ linkOwner: OTHER })];
    await leased(1, "bound");
    for (const { sees } of [owner, other]) sees.isUp = false;
    await other.watch(0, 10_000);
    expect(await downSince()).toBeNull();
    await owner.watch(0, 5_000);
    expect(await downSince()).toEqual(NOW);
  });
});

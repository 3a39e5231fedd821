import { beforeEach, describe, expect, it } from "vitest";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { routeItems } from "@/lib/messages/send/routing/route-items";
import { loadNetworks } from "@/lib/numbers/network";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");

const REQUEST = { accountId: 1, sender: "552", sendType: "sms", messageClass: "transactional" } as const;
const MSISDN = "64211234567";

async function carrierOf(request: Partial<typeof REQUEST> | { sender: string } = {}) {
  const networks = await loadNetworks(db(), NOW);
  const recipients = { msisdns: [MSISDN], networks, outdated: null };
  const { carrierOf: choose } = await routeItems(db(), { ...REQUEST, ...request }, recipients, NOW);
  return choose(MSISDN);
}

let id: number;
beforeEach(async () => {
  ({ id } = await db().prisma.carrier.create({ data: { name: "north", kind: "test" } }));
  await db().prisma.carrierSender.create({ data: { carrierId: id, sender: "552" } });
});

function lead(fields: object, carrierId = id) {
  return db().prisma.route.create({ data: { position: 1, ...fields, targets: { create: [{ carrierId }] } } });
}

describe("the carrier of a message that is accepted", () => {
  it("is the simulator as long as nobody says otherwise", async () => {
    expect(await carrierOf()).toBe(0);
  });

  it("is what the first route says that matches, by the network that has the number now", async () => {
    const [network] = await db().prisma.network.findMany({ orderBy: { code: "asc" } });
    const code = network?.code as string;
    await lead({ network: code });
    await db().prisma.portedNumber.create({
      data: { msisdn: MSISDN, networkCode: code, portedAt: NOW } as never,
    });
    expect(await carrierOf()).toBe(id);
  });

  it("is none where no carrier of the route takes the sender: that is said by name", async () => {
    await lead({ prefix: "64" });
    await expect(carrierOf({ sender: "2190" })).rejects.toMatchObject({
      code: "no_route",
      message: "No carrier of the route takes messages from '2190'.",
    });
  });

  it("is none where no route leads there", async () => {
    await db().prisma.route.deleteMany();
    await expect(carrierOf()).rejects.toMatchObject({
      code: "no_route",
      message: "No route leads to this number.",
    });
  });

  it("is the simulator where there is neither a route nor a carrier, as in a new installation", async () => {
    await db().prisma.route.deleteMany();
    await db().prisma.carrier.deleteMany();
    expect(await carrierOf()).toBe(SIMULATOR_ID);
  });

  it("is none where the number begins with what an operator has blocked", async () => {
    await db().prisma.blockedDestination.create({ data: { prefix: MSISDN.slice(0, 4) } });
    await expect(carrierOf()).rejects.toMatchObject({
      code: "no_route",
      message: `This gateway sends nothing to numbers that begin with +${MSISDN.slice(0, 4)}.`,
    });
  });
});

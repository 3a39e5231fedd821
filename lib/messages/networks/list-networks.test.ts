import { expect, test } from "vitest";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { addCarrier, listCarriers } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { listNetworks } from "@/lib/messages/networks/list-networks";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";

useTestDatabase({ each: true });

const GIVEN = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "hush-hush", tps: 10 };

test("a network says that it has no senders, and that no route leads to it; the simulator needs neither", async () => {
  await addCarrier(
    db(),
    { name: "north", kind: "smpp", given: GIVEN },
    { authSecret: TEST_SECRET, hasServer: true },
  );
  const lacks = async () => {
    const setup = { kinds: CARRIER_KINDS, authSecret: () => TEST_SECRET, hasServer: true };
    const networks = await listNetworks(db(), setup, now());
    return networks.map((network) => [network.name, network.lacks]);
  };
  const leadTo = (carrier: string) =>
    db().transaction((tx) =>
      replaceRoutes(tx, { senders: { north: ["552"] }, routes: [{ targets: [{ carrier }] }] }),
    );
  expect(await lacks()).toEqual([
    ["simulator", []],
    ["north", ["senders", "route"]],
  ]);
  await leadTo("simulator");
  expect(await lacks()).toContainEqual(["north", ["route"]]);
  await leadTo("north");
  expect(await lacks()).toEqual([
    ["simulator", []],
    ["north", []],
  ]);
  await db().prisma.carrierSender.deleteMany();
  expect(await lacks()).toContainEqual(["north", ["senders"]]);
});

test("a network names the senders without a mark from which marketing could go out", async () => {
  const setup = { authSecret: TEST_SECRET, hasServer: true };
  await addCarrier(db(), { name: "north", kind: "smpp", given: GIVEN }, setup);
  const unrated = async (file: object) => {
    await db().transaction((tx) => replaceRoutes(tx, file));
    const opening = { kinds: CARRIER_KINDS, authSecret: () => TEST_SECRET, hasServer: true };
    return (await listNetworks(db(), opening, now())).map((network) => network.unrated);
  };
  const none = { senders: [], count: 0 };
  const routes = [{ targets: [{ carrier: "north" }] }];
  const others = Array.from({ length: 7 }, (_, index) => `900${index}`);
  expect(await unrated({ senders: { north: others }, routes })).toEqual([none, none]);
  const marked = { sender: "552", zeroRated: true };
  expect(await unrated({ senders: { north: [marked, ...others] }, routes })).toEqual([
    none,
    { senders: others.slice(0, 5), count: 7 },
  ]);
  expect(await unrated({ senders: { north: [marked] }, routes })).toEqual([none, none]);
});

test("a network says how busy it is: each link, all of them, and what it may be sent at present", async () => {
  const setup = { authSecret: TEST_SECRET, hasServer: true };
  const { id: carrierId } = await addCarrier(db(), { name: "north", kind: "smpp", given: GIVEN }, setup);
  const north = async () => {
    const opening = { kinds: CARRIER_KINDS, authSecret: () => TEST_SECRET, hasServer: true };
    const page = (await listNetworks(db(), opening, now())).find(({ name }) => name === "north");
    const [command] = await listCarriers(db(), now());
    return [page, command].map((each) => [each?.load, ...(each?.links ?? []).map(({ load }) => load)]);
  };
  expect(await north()).toEqual([[null], [null]]);
  const owner = "01a1fe93-7336-73e8-9a21-230f7bc087eb";
  const link = { carrierId, owner, lease: new Date(now().getTime() + 15_000), state: "bound" };
  const busy = { perSecond: 2.5, inUse: 3, windowSize: 10, tps: 10, allowedTps: 5 };
  await db().prisma.carrierLink.createMany({
    data: [
      { ...link, ...busy, number: 1 },
      { ...link, ...busy, number: 2 },
      { ...link, number: 3 },
    ],
  });
  const load = { perSecond: 2.5, inUse: 3, window: 10 };
  const all = { perSecond: 5, inUse: 6, window: 20, tps: 10, allowed: 5, processes: 1 };
  expect(await north()).toEqual(Array(2).fill([all, load, load, null]));
  await db().prisma.carrierLink.updateMany({ data: { lease: now() } });
  expect(await north()).toEqual(Array(2).fill([null, null, null, null]));
  const until = new Date(now().getTime() + 15_000);
  await db().prisma.carrierLoad.create({ data: { carrierId, owner, until, ...busy } });
  expect((await north()).map(([whole]) => whole)).toEqual(
    Array(2).fill({ ...load, tps: 10, allowed: 5, processes: 1 }),
  );
});

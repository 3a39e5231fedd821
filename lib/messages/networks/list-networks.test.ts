import { expect, test } from "vitest";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
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

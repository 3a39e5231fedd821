import { expect, test } from "vitest";
import { addCarrier, drainCarrier, enableCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { routeTroubles } from "@/lib/messages/networks/route-troubles";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const given = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "hush-hush", tps: 10 };

const troubles = () => routeTroubles(db(), now());

test("routes that came to match nothing or to lead nowhere after they were saved are named", async () => {
  for (const name of ["north", "south"])
    await addCarrier(db(), { name, kind: "smpp", given }, { authSecret: TEST_SECRET, hasServer: true });
  const [{ accountId: account }, { accountId: other }] = [await testAccount(), await testAccount()];
  const shortcode = await db().prisma.shortcode.create({ data: { number: "7755", ownerId: account } });
  const targets = [{ carrier: "north" }, { carrier: "south", tier: 1 }];
  await db().transaction((tx) =>
    replaceRoutes(tx, {
      senders: { north: ["7755"], south: ["552"] },
      routes: [{ account, sender: "7755", targets }, { targets }],
    }),
  );
  expect(await troubles()).toEqual({ problems: [], count: 0 });
  await db().prisma.shortcode.update({ where: { id: shortcode.id }, data: { ownerId: other } });
  expect(await troubles()).toEqual({
    problems: [`Route 1 can never match: 7755 is a sender of account ${other} alone.`],
    count: 1,
  });
  await db().prisma.shortcode.update({ where: { id: shortcode.id }, data: { ownerId: null } });
  await db().transaction((tx) => enableCarrier(tx, "north", false));
  expect(await troubles()).toEqual({ problems: [], count: 0 });
  await db().transaction((tx) => drainCarrier(tx, "south", true));
  const nowhere = "all of its carriers are disabled or draining, so it leads nowhere.";
  expect(await troubles()).toEqual({ problems: [`Route 1: ${nowhere}`, `Route 2: ${nowhere}`], count: 2 });
  await db().prisma.carrierSender.deleteMany();
  expect(await troubles()).toMatchObject({ count: 6 });
});

test("an empty list of routes is named, unless there is no network", async () => {
  await db().prisma.route.deleteMany();
  expect(await troubles()).toEqual({ problems: [], count: 0 });
  await addCarrier(
    db(),
    { name: "north", kind: "smpp", given },
    { authSecret: TEST_SECRET, hasServer: true },
  );
  expect(await troubles()).toEqual({
    problems: ["There is no route, so every message is refused."],
    count: 1,
  });
});

import { beforeEach, expect, it } from "vitest";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const given = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "secret", tps: 10 };

let ids: number[];
beforeEach(async () => {
  ids = [];
  for (const name of ["north", "south"]) {
    const { id } = await addCarrier(
      db(),
      { name, kind: "smpp", given },
      { authSecret: TEST_SECRET, hasServer: true },
    );
    ids.push(id);
  }
});

/** Routes all messages to these carriers, as another process without a notice. */
const leadTo = (...carriers: string[]) =>
  db().transaction((tx) =>
    replaceRoutes(tx, {
      senders: { north: ["552"], south: ["552"] },
      routes: [{ targets: carriers.map((carrier, tier) => ({ carrier, tier })) }],
    }),
  );

/** Returns the outcome of two messages that the first carrier refuses. `meanwhile` runs before the refusal. */
async function refusedAfter(meanwhile: () => Promise<unknown>) {
  const { accountId } = await testAccount();
  const [carrierId = 0] = ids;
  const items = [1, 2].map(() => testItem({ dueAt: NOW, carrierId }));
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  const north = carrierNamed("north", 100, async (batch) => {
    await meanwhile();
    return batch.map(({ id }) => ({ id, outcome: "elsewhere", code: "0x00000045" }));
  });
  const handed = await dispatch(db(), { ...north, id: carrierId, isIdempotent: false }, NOW, BY_DAY);
  const queued = await db().prisma.queuedMessage.findMany({ where: { accountId } });
  const statuses = (await messagesOf(accountId)).map(({ status }) => status);
  return { handed, statuses, carriers: queued.map((row) => row.carrierId) };
}

it("a message goes by what the routes are when its carrier says that another may take it", async () => {
  await leadTo("north");
  expect(await refusedAfter(() => leadTo("north", "south"))).toMatchObject({
    handed: { retried: 2, refused: 0 },
    statuses: ["PENDING", "PENDING"],
    carriers: [ids[1], ids[1]],
  });
});

it("a message has failed where the routes still have no other carrier for it", async () => {
  await leadTo("north");
  expect(await refusedAfter(async () => {})).toMatchObject({
    handed: { retried: 0, refused: 2 },
    statuses: ["FAILED", "FAILED"],
    carriers: [],
  });
});

import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { cancelSend } from "@/lib/messages/cancel/cancel-send";
import { pauseSend } from "@/lib/messages/pause/pause-send";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { agedMessage } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { keepSend } from "@/tests/support/keep-send";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const BEFORE = new Date("2026-08-01T00:00:00.000Z");
const from = (ms: number) => new Date(BEFORE.getTime() + ms);
const HOUR_MS = 3_600_000;

it("a send is there while one of its messages is, so that it can be paused and cancelled", async () => {
  const { accountId } = await testAccount();
  const soon = await agedMessage(accountId, from(-HOUR_MS));
  const late = await agedMessage(accountId, from(-HOUR_MS), { item: { sendAt: from(1) } });
  const kept = { acceptedAt: from(-HOUR_MS), sendAt: from(-1) };
  const id = await keepSend(db(), accountId, [soon, late], kept);
  await purgeOld(db(), BEFORE);
  expect(await db().prisma.message.findMany({ select: { id: true } })).toEqual([{ id: late }]);
  await db().transaction((tx) => pauseSend(tx, accountId, id, BEFORE));
  await purgeOld(db(), BEFORE);
  expect(await db().transaction((tx) => cancelSend(tx, accountId, id, BEFORE))).toBe(1);
  await purgeOld(db(), from(2));
  expect(await db().prisma.bulkSend.count()).toBe(0);
});

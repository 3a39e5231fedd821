import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { monthAfter } from "@/lib/db/partitions/partitions";
import { PARTITIONED, type Partition, partitionsStatement } from "@/lib/db/partitions/partitions.sql";
import { reloadEnv } from "@/lib/env";
import { idTime } from "@/lib/ids";
import { OPERATIONS } from "@/lib/jobs/operations";
import { agedInbound, agedMessage } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { emptyQueue, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00.000Z");
/** 62 days before, to the hour, across a change of daylight saving time. */
const CUT_OFF = new Date("2026-09-19T23:00:00.000Z");

let kept: { sent: string; received: string };
beforeEach(async () => {
  const { accountId } = await testAccount();
  await agedMessage(accountId, new Date(CUT_OFF.getTime() - 1));
  await agedInbound(accountId, new Date(CUT_OFF.getTime() - 1));
  kept = { sent: await agedMessage(accountId, CUT_OFF), received: await agedInbound(accountId, CUT_OFF) };
  // Empties the queue: otherwise messages that wait for a carrier would have failed by then.
  await emptyQueue();
});

afterEach(() => {
  delete process.env.MESSAGES_KEPT_DAYS;
  reloadEnv();
});

async function sweep(keptDays: string, at = NOW) {
  process.env.MESSAGES_KEPT_DAYS = keptDays;
  reloadEnv();
  await OPERATIONS.sweep(at);
  const { message, inboundMessage, queuedMessage } = db().prisma;
  return {
    sent: (await message.findMany()).map(({ id }) => id),
    received: (await inboundMessage.findMany()).map(({ id }) => id),
    inFlight: await queuedMessage.count(),
  };
}

describe("the sweep", () => {
  it("deletes no message by its age where nothing is said", async () => {
    const { sent, received, inFlight } = await sweep("");
    expect([sent.length, received.length, inFlight]).toEqual([2, 2, 2]);
  });

  it("deletes messages that are older than is said, one still under way too", async () => {
    expect(await sweep("62")).toEqual({ sent: [kept.sent], received: [kept.received], inFlight: 1 });
  });

  it("keeps what is younger", async () => {
    expect((await sweep("63")).sent).toHaveLength(2);
  });

  it("makes the months ahead, and drops those of which all is deleted", async () => {
    const bounds = async () => {
      const partitions = await db().query<Partition>(partitionsStatement(PARTITIONED[0]));
      return partitions.flatMap(({ to }) => (to === null ? [] : idTime(to)));
    };
    const [first = NOW] = await bounds();
    await sweep("62", monthAfter(first, 12));
    expect(await bounds()).toEqual([3, 13, 14, 15].map((months) => monthAfter(first, months)));
  });
});

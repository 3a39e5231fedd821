import { afterEach, beforeEach, expect } from "vitest";
import { carriersOf } from "@/lib/carriers/process/current";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { startCarriers } from "@/lib/jobs/carriers/carrier-events";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

/**
 * Provides each test with two bound networks, north and south. A route names north first.
 * @param settings the settings of both connections that differ from the default.
 */
export function useTwoSmscs(settings: Partial<GivenSmppSettings> = {}) {
  let stop: (() => Promise<void>) | undefined;
  const smscs = {
    ...({} as Record<"north" | "south", FaultySmsc>),
    /** Unbinds this process from both, so that another one may bind. */
    async leave() {
      await stop?.();
      stop = undefined;
    },
  };
  beforeEach(async () => {
    const started = { north: await FaultySmsc.start(), south: await FaultySmsc.start() };
    Object.assign(smscs, started);
    const setup = { authSecret: process.env.AUTH_SECRET ?? TEST_SECRET, hasServer: true };
    for (const [name, { port }] of Object.entries(started)) {
      const login = { host: "127.0.0.1", port, systemId: "gateway", password: "hush", tps: 100 };
      const given = { ...login, ...settings };
      await addCarrier(db(), { name, kind: "smpp", given }, setup);
    }
    await db().transaction((tx) =>
      replaceRoutes(tx, {
        senders: { north: ["552"], south: ["552"] },
        routes: [{ targets: [{ carrier: "north" }, { carrier: "south", tier: 1 }] }],
      }),
    );
    stop = startCarriers(db);
    await expect.poll(async () => (await carrierNamed("north"))?.room()).toBe(1);
    await expect.poll(async () => (await carrierNamed("south"))?.room()).toBe(1);
  });
  afterEach(async () => {
    await smscs.leave();
    await Promise.all([smscs.north.stop(), smscs.south.stop()]);
  });
  return smscs;
}

export const carrierNamed = async (name: string) =>
  (await carriersOf(db()).carriers(now())).find((carrier) => carrier.name === name);

/** Accepts a message to each handset, for the first network. */
export async function acceptTo(handsets: readonly string[], at = now()): Promise<number> {
  const { accountId } = await testAccount();
  const carrierId = (await carrierNamed("north"))?.id ?? 0;
  const items = handsets.map((msisdn) => testItem({ dueAt: at, msisdn, carrierId }));
  await accept(db(), [testSubmission(accountId, { items })], at, () => "");
  return accountId;
}

/** Dispatches with a clock that is ahead, until the network has got a number of submissions. */
export async function dispatchUntil(asked: () => number, count: number, inMs = 0): Promise<void> {
  await expect
    .poll(async () => {
      await dispatchAll(db(), new Date(now().getTime() + inMs), BY_DAY);
      return asked();
    })
    .toBe(count);
}

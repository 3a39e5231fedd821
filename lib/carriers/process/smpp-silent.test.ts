import { expect, it } from "vitest";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { listNetworks } from "@/lib/messages/networks/list-networks";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET } from "@/tests/support/database/submission";
import { acceptTo, useTwoSmscs } from "@/tests/support/smsc/two-smscs";

useTestDatabase({ each: true });

/** The longest time until unwritten messages are at the next network. */
const MAX_MS = 17_000;

const smscs = useTwoSmscs();

it("a network that answers enquire_link and no message loses 40 messages to the next one, and is told of", async () => {
  const { north, south } = smscs;
  north.script = ({ command }) => (command === "submit_sm" ? "silence" : undefined);
  const handsets = Array.from({ length: 40 }, (_, index) => `642112345${10 + index}`);
  await acceptTo(handsets);
  const began = performance.now();
  const written = () =>
    north.links.flatMap(({ received }) => received).filter(({ command }) => command === "submit_sm");
  await expect
    .poll(
      async () => {
        await dispatchAll(db(), now(), BY_DAY);
        return written().length + south.submitted.length;
      },
      { timeout: MAX_MS + 10_000, interval: 200 },
    )
    .toBe(handsets.length);
  expect(performance.now() - began).toBeLessThan(MAX_MS);
  // One message probed the network, and another one after five seconds.
  expect(written().length).toBeLessThanOrEqual(3);
  const setup = { authSecret: () => TEST_SECRET, kinds: CARRIER_KINDS, hasServer: true };
  const northNow = async () => (await listNetworks(db(), setup, now())).find(({ name }) => name === "north");
  await expect.poll(northNow, { timeout: 10_000 }).toMatchObject({
    state: "down",
    links: [{ state: "bound", lastError: expect.stringContaining("answers no message") }],
  });
  const downs = () => db().prisma.carrierEvent.findMany({ where: { carrier: "north", kind: "down" } });
  await expect.poll(downs).toMatchObject([
    { link: 1, reason: expect.stringContaining("answers no message") },
    { link: null, reason: expect.stringContaining("answers no message") },
  ]);
}, 60_000);

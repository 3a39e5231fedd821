import { afterEach, expect, it } from "vitest";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { tryCarrier } from "@/lib/carriers/setup/try-carrier";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { startCarriers } from "@/lib/jobs/carriers/carrier-events";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { type OtherSession, startOtherSmsc } from "@/tests/support/smsc/node-smpp";
import { trialStore } from "@/tests/support/smsc/trial-store";
import { carrierNamed } from "@/tests/support/smsc/two-smscs";

useTestDatabase({ each: true });

const HANDSET = "64211234567";
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/**
 * Starts an SMSC of the other implementation. It delivers by all receivers in turn, and repeats each delivery until
 * it is accepted.
 */
async function otherSmsc() {
  const receivers: OtherSession[] = [];
  const binds: string[] = [];
  const refused: number[] = [];
  let turn = 0;
  const deliver = (fields: object) =>
    receivers[turn++ % receivers.length]?.deliver_sm(fields, ({ command_status: status }) => {
      if (status !== 0) refused.push(Number(status));
    });
  const smsc = await startOtherSmsc((session) => {
    for (const command of ["bind_transmitter", "bind_receiver", "bind_transceiver"])
      session.on(command, (pdu) => {
        binds.push(command);
        if (command !== "bind_transmitter") receivers.push(session);
        session.send(pdu.response({ system_id: "OTHER" }));
      });
    for (const command of ["enquire_link", "unbind"])
      session.on(command, (pdu) => session.send(pdu.response()));
    session.on("submit_sm", (pdu) => {
      session.send(pdu.response({ message_id: "beef" }));
      const receipt = (id: string, source: string) => ({
        esm_class: 4,
        source_addr: source,
        destination_addr: "2190",
        short_message: `id:${id} sub:001 dlvrd:001 stat:DELIVRD err:000`,
      });
      for (let other = 0; other < 20; other++) deliver(receipt(`other${other}`, `642100${1_000 + other}`));
      deliver(receipt("beef", HANDSET));
    });
  });
  stops.push(smsc.stop);
  return { ...smsc, binds, refused };
}

it("a trial at an independent SMSC leaves others' receipts to the server, and finds its own", async () => {
  const { port, binds, refused } = await otherSmsc();
  const given = { host: "127.0.0.1", port, systemId: "gateway", password: "hush", tps: 100 };
  const setup = { authSecret: process.env.AUTH_SECRET ?? TEST_SECRET, hasServer: true };
  await addCarrier(db(), { name: "other", kind: "smpp", given }, setup);
  stops.push(startCarriers(db));
  await expect.poll(async () => (await carrierNamed("other"))?.room()).toBe(1);
  const trial = { to: HANDSET, sender: "2190", text: "A test", upWithinMs: 5_000, reportWithinMs: 5_000 };
  const run = { ...trialStore("other"), at: now() };
  expect(await tryCarrier(db(), { name: "other", kind: "smpp", given }, trial, run)).toMatchObject({
    outcome: "accepted",
    references: ["beef"],
    report: { code: 1 },
  });
  await expect.poll(() => db().prisma.parkedReport.count()).toBe(21);
  expect([binds, refused]).toEqual([["bind_transceiver", "bind_transmitter"], []]);
});

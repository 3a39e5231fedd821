import { expect, it } from "vitest";
import { carrierNamed, settingsOf } from "@/lib/carriers/setup/carrier-rows";
import { type Trial, tryCarrier } from "@/lib/carriers/setup/try-carrier";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import type { FaultySmsc, SmscLink } from "@/tests/support/smsc/smsc";
import { trialStore } from "@/tests/support/smsc/trial-store";
import { useTwoSmscs } from "@/tests/support/smsc/two-smscs";

useTestDatabase({ each: true });

const smscs = useTwoSmscs();

const HANDSET = "64211234567";
const TRIAL: Trial = {
  to: HANDSET,
  sender: "552",
  text: "A test",
  upWithinMs: 5_000,
  answerWithinMs: 5_000,
  reportWithinMs: 3_000,
};

/** Tries the network beside the server, which holds its own link. */
async function tried() {
  const row = await carrierNamed(db(), "north");
  const given = settingsOf(row, process.env.AUTH_SECRET ?? TEST_SECRET);
  return tryCarrier(db(), { ...row, given }, TRIAL, { ...trialStore("north"), at: now() });
}

/** Returns the links that may get deliveries. */
const receivers = (smsc: FaultySmsc): SmscLink[] =>
  smsc.links.filter(
    ({ bound, isClosed, received }) => bound && !isClosed && received[0]?.command !== "bind_transmitter",
  );

const receipt = (id: string, source = HANDSET) => ({
  esmClass: 4,
  source,
  destination: "552",
  shortMessage: Buffer.from(`id:${id} sub:001 dlvrd:001 stat:DELIVRD err:000`),
});
const STOP = { esmClass: 0, destination: "552", shortMessage: Buffer.from("STOP") };

/** Delivers receipts and opt-outs of other messages in turn by all receiving links, and returns the statuses. */
async function deliverToAll(smsc: FaultySmsc): Promise<number[]> {
  const links = receivers(smsc);
  const given = Array.from({ length: 12 }, (_, index) => {
    const link = links[index % links.length];
    const source = `6421000${1_000 + index}`;
    return link?.deliver(index % 3 === 0 ? { ...STOP, source } : receipt(`other${index}`, source));
  });
  return (await Promise.all(given)).map((answer) => answer?.status ?? -1);
}

const stored = async () => ({
  reports: await db().prisma.parkedReport.count({ where: { reference: { startsWith: "other" } } }),
  replies: await db().prisma.inboundMessage.count({ where: { body: "STOP" } }),
});

it.each([
  ["a transmitter", () => undefined, ["bind_transceiver", "bind_transmitter"]],
  [
    "a transceiver of a network that allows no transmitter",
    ({ command }: { command: string }) => (command === "bind_transmitter" ? 0x0d : undefined),
    ["bind_transceiver", "bind_transmitter", "bind_transceiver"],
  ],
])("stores deliveries of others while a trial has %s, and finds its own report", async (_, refuse, binds) => {
  const { north } = smscs;
  let answered: Promise<number[]> | undefined;
  north.script = (pdu, link) => {
    if (pdu.command !== "submit_sm") return refuse(pdu);
    link.answer(pdu);
    answered = deliverToAll(north);
    // Half of a network's receipts arrive by another link than the message's.
    void answered.then(() => receivers(north)[0]?.deliver(receipt("1")));
    return "silence";
  };
  expect(await tried()).toMatchObject({
    isUp: true,
    outcome: "accepted",
    references: ["1"],
    report: { code: 1, reference: "1" },
  });
  expect(new Set(await answered)).toEqual(new Set([0]));
  expect(await stored()).toEqual({ reports: 8, replies: 4 });
  expect(north.links.map(({ received }) => received[0]?.command)).toEqual(binds);
});

it("finds its report with an id in another base", async () => {
  const { north } = smscs;
  Object.assign(north, { nextId: () => "A1F" });
  north.script = (pdu, link) => {
    if (pdu.command !== "submit_sm") return undefined;
    link.answer(pdu);
    void receivers(north)[0]?.deliver(receipt("0002591"));
    return "silence";
  };
  expect(await tried()).toMatchObject({ references: ["a1f"], report: { code: 1, reference: "2591" } });
});

it("refuses nothing that comes by a transmitter, and stores it", async () => {
  const { north } = smscs;
  const statuses: Promise<number>[] = [];
  north.script = (pdu, link) => {
    if (pdu.command !== "submit_sm") return undefined;
    link.answer(pdu);
    const [own, reply] = [receipt("1"), { ...STOP, source: HANDSET }];
    statuses.push(...[own, reply].map((given) => link.deliver(given).then(({ status }) => status)));
    return "silence";
  };
  expect(await tried()).toMatchObject({ report: { code: 1 } });
  expect(await Promise.all(statuses)).toEqual([0, 0]);
  expect((await stored()).replies).toBe(1);
});

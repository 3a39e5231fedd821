import { afterAll, beforeAll, expect, it } from "vitest";
import { carriersOf } from "@/lib/carriers/process/current";
import { copyShared } from "@/lib/carriers/shared/copy-shared";
import { now } from "@/lib/clock";
import { encrypt } from "@/lib/crypto/encryption";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { startCarriers } from "@/lib/jobs/carriers/carrier-events";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile } from "@/tests/support/inbound";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { FaultySmsc, type SmscLink } from "@/tests/support/smsc/smsc";

useTestCells();

let smsc: FaultySmsc;
let stops: (() => Promise<void>)[];
beforeAll(async () => {
  smsc = await FaultySmsc.start();
  const binds = { transceiver: 2, transmitter: 0, receiver: 0 };
  await db().prisma.carrier.create({
    data: {
      name: "north",
      kind: "smpp",
      settings: { host: "127.0.0.1", port: smsc.port, systemId: "gateway", tps: 100, binds },
      encryptedSecrets: encrypt(JSON.stringify({ password: "hush" }), TEST_SECRET),
    },
  });
  for (const cell of [2, 3]) await copyShared(openCell(cell), now());
  stops = [1, 2, 3].map((cell) => startCarriers(() => openCell(cell)));
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await smsc.stop();
});

/** Returns the room of the network in a cell; undefined if the cell has no part of it. */
async function roomAt(cell: number): Promise<number | undefined> {
  const carriers = await carriersOf(openCell(cell)).carriers(now());
  return carriers.find(({ name }) => name === "north")?.room();
}

/** Sends one message from a cell by the network. Returns its link, and the network's id of the message. */
async function sendFrom(cell: Database, accountId: number, msisdn: string): Promise<[SmscLink, string]> {
  const at = now();
  const items = [testItem({ msisdn, dueAt: at })];
  await accept(cell, [testSubmission(accountId, { items })], at, () => "");
  await cell.query(
    sql`update message_queue set carrier_id = (select id from carriers) where account_id = ${accountId}`,
  );
  const linkOf = () =>
    smsc.links.find(({ received }) =>
      received.some((pdu) => pdu.command === "submit_sm" && pdu.fields.destination === msisdn),
    );
  await expect
    .poll(async () => {
      await dispatchAll(cell, now(), BY_DAY);
      return linkOf() !== undefined;
    })
    .toBe(true);
  const recorded = async () => (await messagesOf(accountId)).at(-1)?.carrierReference ?? null;
  await expect.poll(recorded).not.toBeNull();
  return [linkOf() as SmscLink, (await recorded()) ?? ""];
}

it("has its links over the cells, and what comes on one reaches whichever cell it is for", async () => {
  for (const cell of [1, 2]) await expect.poll(() => roomAt(cell), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(smsc.links.filter(({ bound }) => bound)).toHaveLength(2);
  // Three cells cannot each have one of two links.
  expect(await roomAt(3)).toBeUndefined();
  const [home, away] = [await testAccount(), await testAccount({}, openCell(2))];
  const [one, other] = [newMobile(), newMobile()];
  const [homeLink, homeId] = await sendFrom(db(), home.accountId, one);
  const [awayLink, awayId] = await sendFrom(openCell(2), away.accountId, other);
  expect(homeLink).not.toBe(awayLink);

  const receipt = (id: string, source: string) => ({
    esmClass: 4,
    source,
    destination: "552",
    shortMessage: Buffer.from(`id:${id} stat:DELIVRD err:000`),
  });
  const answers = await Promise.all([
    awayLink.deliver(receipt(homeId, one)),
    homeLink.deliver(receipt(awayId, other)),
    awayLink.deliver({ source: one, destination: "552", shortMessage: Buffer.from("Home") }),
    homeLink.deliver({ source: other, destination: "552", shortMessage: Buffer.from("Away") }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  for (const [account, cell, text] of [
    [home, db(), "Home"],
    [away, openCell(2), "Away"],
  ] as const) {
    const { accountId } = account;
    expect((await messagesOf(accountId)).map(({ status }) => status)).toEqual(["DELIVRD"]);
    expect(await cell.prisma.inboundMessage.findMany()).toMatchObject([{ accountId, body: text }]);
  }
});

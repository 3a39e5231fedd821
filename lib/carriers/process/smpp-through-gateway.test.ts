import { describe, expect, it, onTestFinished } from "vitest";
import { db } from "@/lib/db/client";
import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { readUserData } from "@/lib/smpp/text/udh";
import { useTestDatabase } from "@/tests/support/database/database";
import { serverVictim } from "@/tests/support/kills/victims";
import type { SmscLink } from "@/tests/support/smsc/smsc";
import { toldSender, useNoNight } from "@/tests/support/smsc/through-gateway";
import { dispatchUntil, useTwoSmscs } from "@/tests/support/smsc/two-smscs";
import { startReceiver } from "@/tests/support/webhooks/https-receiver";

// Each test covers the way from the request that accepts a message to the report to the account.
useTestDatabase({ each: true });
useNoNight();

const HANDSETS = Array.from({ length: 12 }, (_, index) => `642100010${String(10 + index)}`);
const [HANDSET = ""] = HANDSETS;
const LONG = "Kia ora koutou. ".repeat(25);
const OK = { command: "deliver_sm_resp", status: 0 };

const give = (link: SmscLink, id: string | null, state: string, source = HANDSET) =>
  link.deliver({ esmClass: 4, source, shortMessage: Buffer.from(`id:${id} stat:${state} err:000`) });
const partOf = (pdu: PduOf<"submit_sm">) => readUserData(pdu.fields.shortMessage).concatenation;
const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

async function attempts() {
  const rows = await db().prisma.carrierSubmission.findMany({
    orderBy: [{ messageId: "asc" }, { attempt: "asc" }, { part: "asc" }],
  });
  return rows.map(({ carrier, attempt, part, state, error }) => [carrier, attempt, part, state, error]);
}

/**
 * Waits until so many parts are recorded as accepted. @returns their references, sorted by message and part.
 */
async function referencesOf(count: number): Promise<(string | null)[]> {
  const where = { state: "accepted" } as const;
  await expect.poll(() => db().prisma.carrierSubmission.count({ where })).toBe(count);
  const rows = await db().prisma.carrierSubmission.findMany({
    where,
    orderBy: [{ messageId: "asc" }, { part: "asc" }],
  });
  return rows.map(({ reference }) => reference);
}

describe("a network that says it is too much", () => {
  const PAUSE_MS = 20;
  const TPS = 20;
  const smscs = useTwoSmscs({ tps: TPS, window: 12, timers: { throttledMs: PAUSE_MS } });

  it("33: pauses and slows its link; messages keep their order and their attempts", async () => {
    const { send, statusesOf, told, expectBilled, messages } = await toldSender();
    // One message probes the network before others follow.
    const [probe = ""] = await send([HANDSET]);
    await dispatchUntil(() => smscs.north.submitted.length, 1);
    const asked: { at: number; place: number; isRefused: boolean }[] = [];
    smscs.north.script = (pdu) => {
      if (pdu.command !== "submit_sm") return undefined;
      const isRefused = (asked.length + 1) % 3 === 0;
      asked.push({ at: performance.now(), place: HANDSETS.indexOf(pdu.fields.destination), isRefused });
      return isRefused ? 0x58 : undefined;
    };
    const ids = [probe, ...(await send(HANDSETS.slice(1)))];
    await dispatchUntil(() => asked.length, HANDSETS.length - 1);
    await expect.poll(() => smscs.north.submitted.length).toBe(ids.length);

    const again = asked.slice(HANDSETS.length - 1);
    expect(asked.slice(0, -again.length).map(({ place }) => place)).toEqual(
      HANDSETS.map((_, i) => i).slice(1),
    );
    expect([...new Set(again.map(({ place }) => place))]).toEqual([3, 6, 9]);
    // More than half the rate of this second is used up. At the full rate the parts would follow right after
    // the first pause.
    expect((again[0]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(500);
    let pauseMs = PAUSE_MS;
    for (const [index, { at, place, isRefused }] of again.entries()) {
      if (!isRefused) continue;
      pauseMs *= 2;
      const next = again.slice(index + 1).find((later) => later.place === place);
      expect((next?.at ?? 0) - at).toBeGreaterThanOrEqual(pauseMs);
    }
    expect(pauseMs).toBeGreaterThan(PAUSE_MS);

    const references = await referencesOf(ids.length);
    expect((await messages()).map((message) => message.attempts)).toEqual(times(ids.length, 1));
    expect(await attempts()).toEqual(times(ids.length, ["north", 1, 0, "accepted", null]));
    for (const [index, reference] of references.entries())
      expect(await give(smscs.north.link, reference, "DELIVRD", HANDSETS[index])).toMatchObject(OK);
    expect(await statusesOf(ids)).toEqual(times(ids.length, "DELIVRD"));
    expect((await told()).sort()).toEqual(ids.map((id) => [id, "DELIVRD", 1]).sort());
    await expectBilled(ids.length, ids.length);
    const slowed = await db().prisma.carrierEvent.findMany({ where: { kind: "throttled" } });
    expect(slowed.map(({ carrier }) => carrier)).toEqual(["north"]);
    expect(smscs.south.submitted).toEqual([]);
  });
});

describe("a message in three parts", () => {
  const smscs = useTwoSmscs({ timers: { throttledMs: 20 } });

  it("38: has the part alone sent again that was too much, to the same network by the same reference", async () => {
    const { send, statusesOf, told, expectBilled, messages } = await toldSender();
    const asked: (readonly [number | undefined, number | undefined])[] = [];
    smscs.north.script = (pdu) => {
      if (pdu.command !== "submit_sm") return undefined;
      const place = partOf(pdu);
      const isFirst = asked.every(([number]) => number !== place?.number);
      asked.push([place?.number, place?.reference]);
      return place?.number === 2 && isFirst ? 0x58 : undefined;
    };
    const ids = await send([HANDSET], LONG);
    await dispatchUntil(() => smscs.north.submitted.length, 3);
    const references = await referencesOf(3);
    const [[, reference] = []] = asked;
    // The pause may delay the third part.
    expect(asked.slice(0, 2)).toEqual([1, 2].map((number) => [number, reference]));
    expect(asked.slice(2).sort()).toEqual([2, 3].map((number) => [number, reference]));
    expect(reference).toEqual(expect.any(Number));
    expect(smscs.south.submitted).toEqual([]);
    expect(await attempts()).toEqual([0, 1, 2].map((part) => ["north", 1, part, "accepted", null]));
    expect((await messages()).map((message) => message.attempts)).toEqual([1]);

    for (const given of [references[1], references[0]])
      await give(smscs.north.link, given ?? null, "DELIVRD");
    expect(await statusesOf(ids)).toEqual(["PENDING"]);
    expect(await told()).toEqual([]);
    await give(smscs.north.link, references[2] ?? null, "DELIVRD");
    expect(await statusesOf(ids)).toEqual(["DELIVRD"]);
    expect(await told()).toEqual([[ids[0], "DELIVRD", 1]]);
    await expectBilled(3, 1);
  });
});

describe.each([
  { window: 1, parts: [1, 2], reported: [0] },
  // The third part was written before the second was refused.
  { window: 10, parts: [1, 2, 3], reported: [0, 2] },
])("a message in three parts with a window of $window", ({ window, parts, reported }) => {
  const smscs = useTwoSmscs({ window });

  it("39: has failed once a part is refused; no more of it is sent, and later receipts change nothing", async () => {
    const { send, statusesOf, told, expectBilled } = await toldSender();
    await send([HANDSETS[1] ?? ""]);
    await dispatchUntil(() => smscs.north.submitted.length, 1);
    const asked: (number | undefined)[] = [];
    smscs.north.script = (pdu) => {
      if (pdu.command !== "submit_sm") return undefined;
      const number = partOf(pdu)?.number;
      asked.push(number);
      return number === 2 ? 0x65 : undefined;
    };
    const ids = await send([HANDSET], LONG);
    await expect
      .poll(async () => {
        await dispatchUntil(() => asked.length, parts.length);
        return statusesOf(ids);
      })
      .toEqual(["FAILED"]);
    const refused = ["north", 1, 1, "refused", "0x00000065"];
    const taken = reported.map((part) => ["north", 1, part, "accepted", null]);
    expect((await attempts()).slice(1)).toEqual([...taken, refused].sort());
    const failed = [[ids[0], "FAILED", 16]];
    expect(await told()).toEqual(failed);

    const references = (await referencesOf(1 + reported.length)).slice(1);
    for (const [index, state] of ["DELIVRD", "UNDELIV"].slice(0, references.length).entries())
      expect(await give(smscs.north.link, references[index] ?? null, state)).toMatchObject(OK);
    expect(await db().prisma.deliveryReport.count({ where: { messageId: ids[0] ?? "" } })).toBe(
      reported.length,
    );
    expect(await statusesOf(ids)).toEqual(["FAILED"]);
    expect(await told()).toEqual(failed);
    expect(asked).toEqual(parts);
    expect(smscs.south.submitted).toEqual([]);
    await expectBilled(4, 2);
  });
});

describe("a message that all networks refuse", () => {
  const smscs = useTwoSmscs();

  it("37: has failed with the last one's code, for each code that another network may answer otherwise", async () => {
    const { send, statusesOf, told, expectBilled } = await toldSender();
    const codes = [0x0a, 0x45, 0x65, 0x66, 0x400, 0x4ff];
    const refuse = (offset: number) => (pdu: Parameters<typeof smscs.north.script>[0]) => {
      if (pdu.command !== "submit_sm") return undefined;
      return codes[(HANDSETS.indexOf(pdu.fields.destination) + offset) % codes.length];
    };
    smscs.north.script = refuse(0);
    smscs.south.script = refuse(1);
    const ids = await send(HANDSETS.slice(0, codes.length));
    await expect
      .poll(async () => {
        await dispatchUntil(() => 0, 0);
        return statusesOf(ids);
      })
      .toEqual(times(ids.length, "FAILED"));
    const written = (place: number) => {
      const hex = codes[place % codes.length]?.toString(16).toUpperCase().padStart(8, "0");
      return `0x${hex}`;
    };
    expect(await attempts()).toEqual(
      codes.flatMap((_, place) => [
        ["north", 1, 0, "elsewhere", written(place)],
        ["south", 2, 0, "elsewhere", written(place + 1)],
      ]),
    );
    expect((await told()).sort()).toEqual(ids.map((id) => [id, "FAILED", 16]).sort());
    await expectBilled(ids.length, ids.length);
  });
});

describe("how long a message is valid", () => {
  const smscs = useTwoSmscs();

  it("is told to the network: a day, as its request says, and minutes for a code", async () => {
    const { send, sendCode } = await toldSender();
    await db().prisma.carrierSender.createMany({
      data: (await db().prisma.carrier.findMany()).map(({ id }) => ({ carrierId: id, sender: "2190" })),
    });
    await send([HANDSETS[0] ?? ""]);
    await send([HANDSETS[1] ?? ""], "Kia ora", { validityMinutes: 30 });
    await sendCode(HANDSETS[2] ?? "");
    await expect
      .poll(async () => {
        await dispatchUntil(() => 0, 0);
        return smscs.north.submitted.length;
      })
      .toBe(3);
    const told = smscs.north.submitted.map(({ fields }) => [fields.destination, fields.validity]);
    expect(told.sort()).toEqual([
      [HANDSETS[0], expect.stringMatching(/^0000002359\d\d000R$/)],
      [HANDSETS[1], expect.stringMatching(/^0000000029\d\d000R$/)],
      [HANDSETS[2], expect.stringMatching(/^0000000009\d\d000R$/)],
    ]);
  });
});

describe("a receipt", () => {
  const smscs = useTwoSmscs({ binds: { transceiver: 2, transmitter: 0, receiver: 0 } });

  it("45: that comes five times at once is one row, and its account is told once", async () => {
    const { send, statusesOf, told, expectBilled } = await toldSender();
    const ids = await send([HANDSET]);
    await dispatchUntil(() => smscs.north.submitted.length, 1);
    const [reference = null] = await referencesOf(1);
    const bound = () => smscs.north.links.filter((link) => link.bound);
    await expect.poll(() => bound().length).toBe(2);
    const [one, other] = bound() as [SmscLink, SmscLink];
    const links = [one, other, one, other, one];
    const answers = await Promise.all(links.map((link) => give(link, reference, "DELIVRD")));
    for (const answer of answers) expect(answer).toMatchObject(OK);
    expect(await db().prisma.deliveryReport.count()).toBe(1);
    expect(await statusesOf(ids)).toEqual(["DELIVRD"]);
    expect(await told()).toEqual([[ids[0], "DELIVRD", 1]]);
    expect(await give(other, reference, "DELIVRD")).toMatchObject(OK);
    expect(await told()).toHaveLength(1);
    expect(await db().prisma.webhookDelivery.count()).toBe(1);
    await expectBilled(1, 1);
  });

  it("44: that comes by another link, or to another server, is its message's", async () => {
    const receiver = await startReceiver({ tls: false, hostname: "localhost" });
    onTestFinished(() => receiver.close());
    const { send, statusesOf, expectBilled } = await toldSender(receiver.url);
    const ids = await send(HANDSETS.slice(0, 2));
    await dispatchUntil(() => smscs.north.submitted.length, 2);
    const [first = null, second = null] = await referencesOf(2);
    const submitting = smscs.north.links.filter(({ received }) =>
      received.some(({ command }) => command === "submit_sm"),
    );
    const idle = smscs.north.links.find((link) => link.bound && link !== submitting[0]);
    expect(await give(idle as SmscLink, first, "DELIVRD")).toMatchObject(OK);
    expect(await statusesOf(ids)).toEqual(["DELIVRD", "PENDING"]);

    await smscs.leave();
    const here = smscs.north.links.length;
    const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
    const settings = { WEBHOOK_PRIVATE_HOSTS: receiver.hostPort };
    const server = await serverVictim("another server", DATABASE_URL, AUTH_SECRET, settings);
    onTestFinished(() => server.stop());
    const there = () => smscs.north.links.slice(here).find(({ bound }) => bound);
    await expect.poll(there).toBeDefined();
    expect(await give(there() as SmscLink, second, "DELIVRD", HANDSETS[1])).toMatchObject(OK);
    expect(await statusesOf(ids)).toEqual(["DELIVRD", "DELIVRD"]);
    expect(await db().prisma.deliveryReport.count()).toBe(2);
    await expect.poll(() => receiver.requests.length).toBe(2);
    const told = receiver.requests.map(({ body }) => JSON.parse(body.toString()).messageId);
    expect(told.sort()).toEqual([...ids].sort());
    await expect.poll(() => db().prisma.webhookDelivery.count({ where: { state: "delivered" } })).toBe(2);
    expect(receiver.requests).toHaveLength(2);
    await expectBilled(2, 2);
  });
});

import { afterEach, describe, expect, it, test } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import { newId } from "@/lib/ids";
import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { readUserData } from "@/lib/smpp/text/udh";
import { startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc, type Script } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let carrier: SmppCarrier | undefined;

afterEach(async () => {
  await carrier?.stop(new Date());
  await smsc.stop();
});

async function start(given: Partial<GivenSmppSettings> = {}, script: Script = () => undefined) {
  smsc = await FaultySmsc.start();
  smsc.script = script;
  const started = await startCarrier(smsc, given);
  ({ carrier } = started);
  return started;
}

/** Starts a carrier, and waits until its probe is answered. */
async function startUp(given: Partial<GivenSmppSettings> = {}, script?: Script) {
  const started = await start(given);
  await expect.poll(() => started.carrier.room()).toBe(1);
  const probe = started.submit({});
  await expect.poll(() => started.answersOf(probe)).toMatchObject([[{ outcome: "accepted" }]]);
  if (script) smsc.script = script;
  smsc.submitted.length = 0;
  return started;
}

const LONG = ["a".repeat(153), "b".repeat(153), "c".repeat(10)];
const long = { parts: LONG, body: LONG.join("") };
const onSubmit =
  (script: (pdu: PduOf<"submit_sm">, link: Parameters<Script>[1]) => ReturnType<Script>): Script =>
  (pdu, link) =>
    pdu.command === "submit_sm" ? script(pdu, link) : undefined;
const partOf = (pdu: PduOf<"submit_sm">) => readUserData(pdu.fields.shortMessage).concatenation;

describe("a message by SMPP", () => {
  it("is accepted with a reference for each part, and says how long it is valid", async () => {
    const { submit, answersOf } = await startUp();
    const validUntil = new Date(Date.now() + 599_500);
    const ids = submit({ validUntil, sender: "2190" }, { ...long });
    await expect.poll(() => answersOf(ids).flat().length).toBe(2);
    expect(answersOf(ids)).toEqual([
      [{ id: ids[0], outcome: "accepted", references: ["2"] }],
      [{ id: ids[1], outcome: "accepted", references: ["3", "4", "5"] }],
    ]);
    expect(smsc.submitted[0]?.fields).toMatchObject({
      source: "2190",
      sourceTon: 3,
      destination: "64211234567",
      destinationTon: 1,
      registeredDelivery: 1,
      validity: expect.stringMatching(/^0000000009\d\d000R$/),
    });
    const places = smsc.submitted.slice(1).map(partOf);
    expect(places.map((place) => place?.number)).toEqual([1, 2, 3]);
    expect(new Set(places.map((place) => place?.reference)).size).toBe(1);
  });

  test.each([
    [{ source: "64210030552", ton: null, npi: null }, ["64210030552", 1, 1]],
    [{ source: "552", ton: 6, npi: null }, ["552", 6, 0]],
    [{ source: "PIZZA", ton: null, npi: 9 }, ["PIZZA", 5, 9]],
  ])("is from the address %j of its sender", async (from, [source, sourceTon, sourceNpi]) => {
    const { submit, answersOf } = await startUp();
    const ids = submit({ sender: "552", from });
    await expect.poll(() => answersOf(ids).flat()).toMatchObject([{ outcome: "accepted" }]);
    expect(smsc.submitted[0]?.fields).toMatchObject({ source, sourceTon, sourceNpi });
  });

  test.each([
    ["payload", 1],
    ["sar", 3],
    ["udh16", 3],
  ] as const)("is sent as %s where the settings say so", async (longMessages, parts) => {
    const { submit, answersOf } = await startUp({ longMessages });
    const ids = submit(long);
    await expect.poll(() => answersOf(ids).flat()).toMatchObject([{ outcome: "accepted" }]);
    expect(smsc.submitted).toHaveLength(parts);
  });

  it.each([true, false])("has its own reference beside a short text: %s", async (userMessageReference) => {
    const optionalParameters = { "0x1400": { text: "T01" } };
    const { submit, answersOf } = await startUp({ userMessageReference, optionalParameters });
    const id = newId();
    submit({ id });
    await expect.poll(() => answersOf([id]).flat()).toMatchObject([{ outcome: "accepted" }]);
    const own = { tag: 0x0204, value: Buffer.from(id.slice(-4), "hex") };
    const tariff = { tag: 0x1400, value: Buffer.from("T01") };
    expect(smsc.submitted[0]?.tlvs).toEqual(userMessageReference ? [own, tariff] : [tariff]);
  });

  it("waits beside a full window, and takes the place of what is answered", async () => {
    const unanswered: (() => void)[] = [];
    const { carrier: full, submit } = await startUp(
      { window: 4 },
      onSubmit((pdu, link) => {
        unanswered.push(() =>
          link.respond("submit_sm_resp", pdu.sequence, { fields: { messageId: `${unanswered.length}` } }),
        );
        return "silence";
      }),
    );
    expect(full.room()).toBe(5);
    submit({}, {}, {}, {}, {});
    await expect.poll(() => unanswered.length).toBe(4);
    expect(full.room()).toBe(0);
    unanswered[0]?.();
    await expect.poll(() => unanswered.length).toBe(5);
    expect(full.room()).toBe(1);
  });

  it.each([
    ["9: the server", 0x34, 0x33],
    ["the settings", 0x33, 0x34],
  ] as const)(
    "has no optional parameters where %s says version 3.3",
    async (_, interfaceVersion, version) => {
      const { carrier: old, submit, answersOf } = await start({ longMessages: "sar", interfaceVersion });
      smsc.version = version;
      smsc.drop();
      await expect.poll(() => old.room()).toBe(1);
      await expect.poll(() => old.links[0]?.allowsTlvs).toBe(false);
      const ids = submit(long, {});
      const taken = { outcome: "accepted" };
      await expect.poll(() => answersOf(ids).flat()).toMatchObject([taken, taken]);
      expect(smsc.submitted.map(({ tlvs, fields }) => [tlvs.length, fields.esmClass])).toEqual([
        ...Array(3).fill([0, 0x40]),
        [0, 0],
      ]);
    },
  );

  test.each(["", "x".repeat(70)])(
    "22: is accepted without a reference where its id is '%s'",
    async (messageId) => {
      const { submit, answersOf } = await startUp(
        {},
        onSubmit((pdu, link) => {
          // Longer than the gateway would write it.
          const body = Buffer.from(`${messageId}\0`);
          const head = Buffer.alloc(16);
          head.writeUInt32BE(16 + body.length, 0);
          head.writeUInt32BE(0x80000004, 4);
          head.writeUInt32BE(pdu.sequence, 12);
          link.write(Buffer.concat([head, body]));
          return "silence";
        }),
      );
      const ids = submit({});
      await expect
        .poll(() => answersOf(ids).flat())
        .toMatchObject([{ outcome: "accepted", references: [null] }]);
    },
  );

  it("28: is unknown when the link is lost before its answer", async () => {
    const { submit, answersOf } = await startUp(
      {},
      onSubmit((_, link) => {
        link.socket.destroy();
        return "silence";
      }),
    );
    const ids = submit({});
    await expect.poll(() => answersOf(ids)).toEqual([[{ id: ids[0], outcome: "unknown", accepted: [] }]]);
  });

  it("27: is unknown, alone, when it is never answered", async () => {
    const { submit, answersOf } = await startUp(
      { timers: { responseTimeoutMs: 100 } },
      onSubmit(({ fields }) => (fields.destination.endsWith("9") ? "silence" : undefined)),
    );
    const ids = submit({ msisdn: "64211111119" }, { msisdn: "64211111111" });
    await expect
      .poll(() =>
        answersOf(ids)
          .flat()
          .map(({ outcome }) => outcome),
      )
      .toEqual(["unknown", "accepted"]);
  });

  it("is refused where SMPP has no place for its sender", async () => {
    const { submit, answersOf } = await startUp();
    const ids = submit({ sender: "1".repeat(30) });
    await expect.poll(() => answersOf(ids).flat()).toMatchObject([{ outcome: "elsewhere" }]);
  });
});

describe("a refusal", () => {
  test.each([
    [0x0b, { outcome: "refused", code: "0x0000000B" }],
    [0x50, { outcome: "refused" }],
    [0x51, { outcome: "refused" }],
    [0x0a, { outcome: "elsewhere", code: "0x0000000A" }],
    [0x45, { outcome: "elsewhere" }],
    [0x65, { outcome: "elsewhere" }],
    [0x66, { outcome: "elsewhere" }],
    [0x4f1, { outcome: "elsewhere", code: "0x000004F1" }],
    [0x14, { outcome: "later", afterMs: 30_000, counts: true }],
    [0x08, { outcome: "later", counts: true }],
    [0x64, { outcome: "later", counts: true }],
  ] as const)("34 to 37: with %i is told as it is", async (status, expected) => {
    const { submit, answersOf } = await startUp(
      {},
      onSubmit(() => status),
    );
    const ids = submit({});
    await expect.poll(() => answersOf(ids)).toMatchObject([[expected]]);
  });

  it("34: is for another carrier after as many tries as its rule says", async () => {
    const { submit, answersOf } = await startUp(
      {},
      onSubmit(() => 0x14),
    );
    const ids = [0, 3, 4].flatMap((putOff) => submit({ putOff }));
    await expect
      .poll(() => answersOf(ids).flat())
      .toMatchObject([
        { outcome: "later", putOff: 1 },
        { outcome: "later", putOff: 4 },
        { outcome: "elsewhere" },
      ]);
  });

  it("is told as the settings say", async () => {
    const errors = { "0x0000000B": { action: "elsewhere" } } as const;
    const { submit, answersOf } = await startUp(
      { errors },
      onSubmit(() => 0x0b),
    );
    const ids = submit({});
    await expect.poll(() => answersOf(ids)).toMatchObject([[{ outcome: "elsewhere" }]]);
  });

  it("33: for too much a second slows down, and every message is taken once", async () => {
    let submits = 0;
    const { submit, answersOf } = await startUp(
      { tps: 100 },
      onSubmit(() => (++submits % 3 === 0 && submits < 10 ? 0x58 : undefined)),
    );
    const ids = submit(...Array.from({ length: 10 }, (_, index) => ({ msisdn: `6421000000${index}` })));
    await expect.poll(() => answersOf(ids).flat().length).toBe(10);
    expect(answersOf(ids).every(([answer]) => answer?.outcome === "accepted")).toBe(true);
    const taken = smsc.submitted.map(({ fields }) => fields.destination);
    expect(new Set(taken).size).toBe(10);
    expect(taken).toHaveLength(10);
  });

  it("39: of part 2 ends the message, and no more of it is sent", async () => {
    const seen: (number | undefined)[] = [];
    const { submit, answersOf } = await startUp(
      { window: 1 },
      onSubmit((pdu) => {
        seen.push(partOf(pdu)?.number);
        return partOf(pdu)?.number === 2 ? 0x65 : undefined;
      }),
    );
    const ids = submit(long);
    await expect
      .poll(() => answersOf(ids))
      .toMatchObject([
        [{ outcome: "refused", code: "0x00000065", accepted: [{ part: 0, reference: expect.any(String) }] }],
      ]);
    expect(seen).toEqual([1, 2]);
  });

  it("does not send again the parts that were taken at an earlier attempt", async () => {
    const { submit, answersOf } = await startUp();
    const ids = submit({ ...long, already: [{ part: 0, reference: "before" }] });
    await expect
      .poll(() => answersOf(ids).flat())
      .toMatchObject([{ outcome: "accepted", references: ["before", "2", "3"] }]);
    expect(smsc.submitted.map((pdu) => partOf(pdu)?.number)).toEqual([2, 3]);
  });
});

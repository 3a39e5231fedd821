import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { encodeHeader } from "@/lib/smpp/pdu/pdu";
import { FrameReader } from "@/lib/smpp/pdu/read-stream";
import { findTlv } from "@/lib/smpp/pdu/tlv";
import type { SessionSettings } from "@/lib/smpp/session/settings";
import { loopTurns } from "@/tests/support/loop-turns";
import { openSession } from "@/tests/support/smsc/open-session";
import { deliveryOctets, FaultySmsc, responseOctets, type Script } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;

afterEach(async () => {
  await smsc.stop();
  vi.useRealTimers();
});

async function open(settings: Partial<SessionSettings> = {}, script: Script = () => undefined) {
  smsc = await FaultySmsc.start();
  smsc.script = script;
  return openSession(smsc, settings);
}

async function openBound(settings: Partial<SessionSettings> = {}, script?: Script) {
  const opened = await open(settings, script);
  expect(await opened.bound).toMatchObject({ isBound: true });
  return opened;
}

const head = (length: number, id: number, sequence: number) =>
  encodeHeader({ length, id, status: 0, sequence });
const commands = () => smsc.link.received.map(({ command }) => command);

describe("a bind", () => {
  it("7: that is not answered ends the link", async () => {
    const { bound, ending } = await open({ bindTimeoutMs: 60 }, () => "silence");
    expect(await bound).toEqual({ isBound: false, status: null });
    expect(ending.reason).toMatch(/^the bind was not answered\. The port may be/);
  });

  it("8: is refused by a generic_nack, with sequence 0 too", async () => {
    const { bound } = await open({}, (_, link) => {
      link.write(encodeHeader({ length: 16, id: 0x80000000, status: 0x0e, sequence: 0 }));
      return "silence";
    });
    expect(await bound).toEqual({ isBound: false, status: 0x0e });
  });

  test.each([0x05, 0x0d, 0x0e, 0x0f])("5, 6: is refused with %i", async (status) => {
    const { bound, ending } = await open({}, () => status);
    expect(await bound).toEqual({ isBound: false, status });
    await expect.poll(() => ending.reason).toBe("the bind was refused");
  });

  it("9: to a server of version 3.3 has no optional parameters", async () => {
    smsc = await FaultySmsc.start();
    smsc.version = 0x33;
    expect(await (await openSession(smsc)).bound).toEqual({ isBound: true, allowsTlvs: false });
    smsc.version = 0x34;
    expect(await (await openSession(smsc)).bound).toEqual({ isBound: true, allowsTlvs: true });
  });

  it("10: does not keep an enquire_link waiting", async () => {
    const { bound } = await open({}, (pdu, link) => {
      if (pdu.command === "bind_transceiver") link.write(head(16, 0x15, 77));
      return "silence";
    });
    await expect.poll(() => commands()).toContain("enquire_link_resp");
    smsc.link.answer(smsc.link.received[0] as (typeof smsc.link.received)[number]);
    expect(await bound).toMatchObject({ isBound: true });
  });

  it("11: may be answered together with a message", async () => {
    const { bound, deliveries } = await open({}, (pdu, link) => {
      if (pdu.command !== "bind_transceiver") return undefined;
      const response = responseOctets("bind_transceiver_resp", pdu.sequence);
      link.write(Buffer.concat([response, deliveryOctets(5, { shortMessage: Buffer.from("hi") })]));
      return "silence";
    });
    expect(await bound).toMatchObject({ isBound: true });
    await expect.poll(() => commands()).toContain("deliver_sm_resp");
    expect(deliveries).toHaveLength(1);
  });
});

describe("what a peer writes", () => {
  it("15: is the same octet by octet", async () => {
    const { deliveries } = await openBound();
    smsc.link.socket.setNoDelay(true);
    for (const octet of deliveryOctets(5, { shortMessage: Buffer.from("slow") })) {
      smsc.link.write(Buffer.of(octet));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => deliveries.length).toBe(1);
    expect(deliveries[0]?.command === "deliver_sm" && deliveries[0].fields.shortMessage.toString()).toBe(
      "slow",
    );
  });

  it("16: is handled in order, 1,000 at once, and others have their turn", async () => {
    const { deliveries } = await openBound();
    let turns = 0;
    const count = () => {
      turns++;
      if (deliveries.length < 1_000) setImmediate(count);
    };
    setImmediate(count);
    const octets = Array.from({ length: 1_000 }, (_, index) =>
      deliveryOctets(index + 1, { source: String(64210000000 + index) }),
    );
    smsc.link.write(Buffer.concat(octets));
    await expect.poll(() => deliveries.length).toBe(1_000);
    expect(deliveries.map(({ sequence }) => sequence)).toEqual(octets.map((_, index) => index + 1));
    expect(turns).toBeGreaterThan(15);
    await expect.poll(() => commands().filter((command) => command === "deliver_sm_resp").length).toBe(1_000);
  });

  test.each([0, 4, 15])("17: with a length of %i is refused, and the link ends", async (length) => {
    const { submit, ending } = await openBound({}, (pdu) =>
      pdu.command === "submit_sm" ? "silence" : undefined,
    );
    const { settlements } = submit("64211234567");
    await expect.poll(() => commands()).toContain("submit_sm");
    smsc.link.write(head(length, 0x05, 9));
    await expect.poll(() => ending.reason).toContain(`length of ${length}`);
    expect(smsc.link.received.at(-1)).toMatchObject({ command: "generic_nack", status: 0x02 });
    expect(settlements).toEqual([{ outcome: "unanswered" }]);
  });

  test.each([70_000, 0x48545450])("18: with a length of %i ends the link", async (length) => {
    const { ending } = await openBound();
    smsc.link.write(head(length, 0x05, 9));
    await expect.poll(() => ending.reason).toContain(`length of ${length}`);
  });

  it("19: and does not end, ends the link", async () => {
    const { ending } = await openBound({ pduTimeoutMs: 60 });
    smsc.link.write(head(40, 0x05, 9));
    await expect.poll(() => ending.reason).toBe("the peer sent an incomplete PDU");
  });

  it("20: and is no known command is refused by its sequence, and the link lives", async () => {
    const { session } = await openBound();
    smsc.link.write(Buffer.concat([head(20, 0x0111, 9), Buffer.alloc(4), head(16, 0x80000111, 10)]));
    await expect
      .poll(() => smsc.link.received.at(-1))
      .toMatchObject({ command: "generic_nack", status: 0x03, sequence: 9 });
    expect(session.room()).toBe(10);
    await expect.poll(() => session.strayResponses).toBe(1);
  });

  it("21: and is broken is refused, and what follows is read", async () => {
    const { deliveries } = await openBound();
    const whole = deliveryOctets(1, { shortMessage: Buffer.from("abc") });
    const brokenTlv = Buffer.concat([deliveryOctets(2, {}), Buffer.of(0x04, 0x24, 0, 9, 1)]);
    brokenTlv.writeUInt32BE(brokenTlv.length, 0);
    const brokenText = Buffer.from(deliveryOctets(3, { shortMessage: Buffer.from("abc") }));
    brokenText[brokenText.length - 4] = 200;
    smsc.link.write(Buffer.concat([brokenTlv, brokenText, whole]));
    await expect.poll(() => deliveries.length).toBe(1);
    await expect.poll(() => smsc.link.received.length).toBe(4);
    expect(smsc.link.received.slice(1)).toMatchObject([
      { command: "deliver_sm_resp", sequence: 2, status: 0xc0 },
      { command: "deliver_sm_resp", sequence: 3, status: 0x01 },
      { command: "deliver_sm_resp", sequence: 1, status: 0 },
    ]);
  });

  it("is a request that we do not serve: it is refused, and the link lives", async () => {
    const { session } = await openBound();
    const submit = deliveryOctets(8, {});
    submit.writeUInt32BE(0x04, 4);
    smsc.link.write(submit);
    await expect
      .poll(() => smsc.link.received.at(-1))
      .toMatchObject({ command: "submit_sm_resp", status: 0x04 });
    expect(session.room()).toBe(10);
  });
});

describe("a message that is delivered", () => {
  it("56: is answered only after it is stored, and with a temporary error where it cannot be", async () => {
    const { answers } = await openBound();
    let store: (status: number) => void = () => undefined;
    answers.next = () => new Promise((resolve) => (store = resolve));
    const answered = smsc.link.deliver({ shortMessage: Buffer.from("hi") });
    smsc.link.write(head(16, 0x15, 20_000));
    await expect.poll(commands).toContain("enquire_link_resp");
    expect(commands()).not.toContain("deliver_sm_resp");
    store(0);
    expect(await answered).toMatchObject({ status: 0 });
    answers.next = () => Promise.reject(new Error("the database is away"));
    expect(await smsc.link.deliver({})).toMatchObject({ status: 0x64 });
  });

  it("57: with 10,000 others is not read before there is room for it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const { answers, deliveries, ending } = await openBound({ enquireAfterMs: 40, enquireTimeoutMs: 40 });
    const waiting: (() => void)[] = [];
    let isOpen = false;
    answers.next = () =>
      isOpen ? Promise.resolve(0) : new Promise((resolve) => waiting.push(() => resolve(0)));
    for (let sequence = 1; sequence <= 10_000; sequence++) smsc.link.write(deliveryOctets(sequence, {}));
    await expect.poll(() => deliveries.length).toBe(1_000);
    vi.advanceTimersByTime(300);
    await loopTurns(20);
    expect(deliveries).toHaveLength(1_000);
    expect(ending.reason).toBeUndefined();
    isOpen = true;
    for (const answer of waiting) answer();
    smsc.link.write(head(16, 0x15, 20_000));
    await expect.poll(() => deliveries.length).toBe(10_000);
    const isAnswer = ({ command, sequence }: { command: string; sequence: number }) =>
      command === "enquire_link_resp" && sequence === 20_000;
    await expect.poll(() => smsc.link.received.some(isAnswer)).toBe(true);
  });

  it("48: as data_sm is answered too", async () => {
    const { deliveries } = await openBound();
    const pdu = responseOctets("data_sm", 12, {
      fields: {
        serviceType: "",
        sourceTon: 1,
        sourceNpi: 1,
        source: "64211234567",
        destinationTon: 0,
        destinationNpi: 0,
        destination: "2190",
        esmClass: 4,
        registeredDelivery: 0,
        dataCoding: 0,
      },
      tlvs: [{ tag: 0x0424, value: Buffer.from("id:1 stat:DELIVRD") }],
    });
    smsc.link.write(pdu);
    await expect
      .poll(() => smsc.link.received.at(-1))
      .toMatchObject({ command: "data_sm_resp", sequence: 12 });
    expect(findTlv(deliveries[0]?.tlvs ?? [], 0x0424)?.toString()).toBe("id:1 stat:DELIVRD");
  });
});

describe("a silent peer", () => {
  it("40: is asked twice, and the link ends", async () => {
    const { ending } = await openBound({ enquireAfterMs: 60, enquireTimeoutMs: 40 }, (pdu) =>
      pdu.command === "enquire_link" ? "silence" : undefined,
    );
    await expect.poll(() => ending.reason).toBe("the peer is silent");
    expect(commands().filter((command) => command === "enquire_link")).toHaveLength(2);
  });

  it("40: that answers stays", async () => {
    const { ending, session } = await openBound({ enquireAfterMs: 30, enquireTimeoutMs: 1_000 });
    await expect
      .poll(() => commands().filter((command) => command === "enquire_link").length)
      .toBeGreaterThan(3);
    expect(ending.reason).toBeUndefined();
    expect(session.room()).toBe(10);
  });

  it("41: that does not read gets 64 KiB at most, and then the link ends", async () => {
    const sockets: Socket[] = [];
    const deaf = createServer((socket) => {
      sockets.push(socket);
      const reader = new FrameReader();
      socket.once("data", (chunk: Buffer) => {
        reader.push(chunk);
        const bind = reader.take()?.octets;
        socket.pause();
        socket.write(responseOctets("bind_transceiver_resp", bind?.readUInt32BE(12) ?? 0));
      });
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => deaf.listen(0, "127.0.0.1", resolve));
    const address = deaf.address();
    const port = typeof address === "object" && address ? address.port : 0;
    smsc = await FaultySmsc.start();
    const settings = { window: 1_000_000, pduTimeoutMs: 400 };
    const { session, bound, submit, ending } = await openSession({ port } as FaultySmsc, settings);
    await bound;
    const all: ReturnType<typeof submit>[] = [];
    for (; ending.reason === undefined; await new Promise((resolve) => setImmediate(resolve)))
      for (let room = Math.min(session.room(), 1_000); room > 0 && session.room() > 0; room--)
        all.push(submit("64211234567"));
    expect(ending.reason).toBe("the peer does not read");
    const unsent = all.filter(({ settlements }) => settlements[0]?.outcome === "not written").length;
    expect(unsent * 53).toBeLessThanOrEqual(64 * 1024 + 100);
    expect(all.every(({ settlements }) => settlements.length === 1)).toBe(true);
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });
});

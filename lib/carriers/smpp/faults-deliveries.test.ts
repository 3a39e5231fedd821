import { afterEach, describe, expect, it } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import { packSeptets } from "@/lib/smpp/text/gsm";
import { closedGate } from "@/tests/support/gate";
import { settingsFor, startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { deliveryOctets, FaultySmsc } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let carrier: SmppCarrier | undefined;

afterEach(async () => {
  await carrier?.stop(new Date());
  await smsc.stop();
});

async function start(given: Partial<GivenSmppSettings> = {}) {
  smsc = await FaultySmsc.start();
  const started = await startCarrier(smsc, given);
  ({ carrier } = started);
  await expect.poll(() => started.carrier.room()).toBe(1);
  return started;
}

const receipt = (text: string) => ({ esmClass: 4, shortMessage: Buffer.from(text) });
const message = (text: string) => ({ shortMessage: Buffer.from(text) });

describe("receipts", () => {
  it("42, 44: become reports with their handset, by the canonical id", async () => {
    const { reports } = await start();
    const text =
      "id:00AB12 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 text:";
    expect(await smsc.link.deliver(receipt(text))).toMatchObject({ command: "deliver_sm_resp", status: 0 });
    expect(reports).toMatchObject([{ reference: "ab12", code: 1, msisdn: "64211234567", errorCode: "000" }]);
  });

  it.each([
    ["DELIVRD", 1],
    ["UNDELIV", 2],
    ["EXPIRED", 2],
    ["ENROUTE", 4],
    ["ACCEPTD", 8],
    ["REJECTD", 16],
    ["UNKNOWN", 0],
  ])("51: of the state %s are reports with the code %i", async (word, code) => {
    const { reports } = await start();
    await smsc.link.deliver(receipt(`id:7 stat:${word}`));
    expect(reports).toMatchObject([{ code }]);
  });

  it("45: that come five times at once have one key", async () => {
    const { reports } = await start();
    const given = receipt("id:7 stat:DELIVRD done date:2611221703");
    await Promise.all(Array.from({ length: 5 }, () => smsc.link.deliver(given)));
    expect(new Set(reports.map(({ key }) => key)).size).toBe(1);
    await smsc.link.deliver(receipt("id:7 stat:UNDELIV done date:2611221703"));
    expect(new Set(reports.map(({ key }) => key)).size).toBe(2);
  });

  it("47: name the ids that they may mean, their own first", async () => {
    const { reports } = await start({ responseIds: "decimal" });
    const tlvs = [{ tag: 0x001e, value: Buffer.from("00BEEF") }];
    await smsc.link.deliver(receipt("id:0000048879 stat:DELIVRD"), tlvs);
    expect(reports).toMatchObject([{ reference: "beef", otherReferences: ["48879", String(0x48879)] }]);
  });

  it.each<[string, Partial<GivenSmppSettings>, number, string | null]>([
    ["stat:FOO err:000", { states: { FOO: "DELIVRD" } }, 1, "000"],
    ["stat:foo-bar err:000", { states: { "Foo Bar": "REJECTD" } }, 16, "000"],
    ["stat:Gone away err:1", { states: { "gone away": "EXPIRED" } }, 2, "1"],
    ["stat:UNDELIV err:011", { states: { UNDELIV: "ENROUTE" } }, 4, "011"],
    ["stat:13 err:0", { states: { 13: "UNDELIV" } }, 2, "0"],
    ["stat:UNDELIV err:027", { receiptErrors: { "027": "ENROUTE" } }, 4, "027"],
    ["stat:UNDELIV err:27", { receiptErrors: { "0027": "ENROUTE" } }, 4, "27"],
    ["stat:UNKNOWN err:e5", { receiptErrors: { E5: "UNDELIV" } }, 2, "e5"],
    ["stat:FOO err:100", { receiptErrors: { 100: "DELIVRD" } }, 1, "100"],
    ["stat:UNDELIV err:1107", { receiptErrors: { 1107: "006" } }, 2, "6"],
    ["stat:UNDELIV err:1107", { receiptErrors: { 1108: "6" } }, 2, "1107"],
    ["stat:DELIVRD err:000", { states: { FOO: "UNDELIV" } }, 1, "000"],
  ])("51: with %s mean what the settings say: %j", async (text, settings, code, errorCode) => {
    const { reports, unreadable } = await start(settings);
    await smsc.link.deliver(receipt(`id:7 ${text}`));
    expect(unreadable).toEqual([]);
    expect(reports).toMatchObject([{ reference: "7", code, errorCode }]);
  });

  it("51: with a message_state of the network's own mean what the settings say", async () => {
    const { reports } = await start({ states: { 42: "DELIVRD" } });
    await smsc.link.deliver(receipt("id:7"), [{ tag: 0x0427, value: Buffer.of(42) }]);
    expect(reports).toMatchObject([{ code: 1 }]);
  });

  it.each<[string, object]>([
    ["a word that is none", { states: { FOO: "GREAT" } }],
    ["a word that is empty", { states: { "": "DELIVRD" } }],
    ["a word of signs alone", { states: { "--": "DELIVRD" } }],
    ["an error that is unknown", { receiptErrors: { "027": "9999" } }],
    ["an error with a blank", { receiptErrors: { "0 27": "UNDELIV" } }],
    ["too many", { states: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`W${n}`, "DELIVRD"])) }],
  ])("51: refuse settings with %s", (_, settings) => {
    expect(() => settingsFor({ port: 1 }, settings)).toThrow(/states|receiptErrors/);
  });

  it("52: that nobody can read are acknowledged and kept as they came, without codes", async () => {
    const { reports, inbound, unreadable } = await start();
    const given = { ...receipt("482913 is your code"), dataCoding: 3 };
    expect(await smsc.link.deliver(given)).toMatchObject({ status: 0 });
    const ucs2 = Buffer.from("no id text:482913", "utf16le").swap16();
    const tlvs = [
      { tag: 0x0427, value: Buffer.from([2]) },
      { tag: 0x1400, value: Buffer.from("482913") },
    ];
    await smsc.link.deliver({ esmClass: 4, dataCoding: 8, shortMessage: ucs2 }, tlvs);
    expect([...reports, ...inbound]).toEqual([]);
    const common = { kind: "report", msisdn: "64211234567", receivedAt: expect.any(Date) };
    expect(unreadable).toEqual([
      { ...common, raw: "esm_class=0x04 data_coding=0x03 short_message=###### is your code" },
      {
        ...common,
        raw: "esm_class=0x04 data_coding=0x08 0x0427=02 0x1400(6) short_message=no id text:...",
      },
    ]);
  });

  it("53: that are intermediate move no message to its end", async () => {
    const { reports } = await start();
    await smsc.link.deliver({ esmClass: 0x20, shortMessage: Buffer.from("id:7 stat:DELIVRD") });
    expect(reports).toMatchObject([{ code: 4 }]);
  });

  it.each([true, false])("name a message of ours by its reference where that was sent: %s", async (sent) => {
    const { reports } = await start({ userMessageReference: sent });
    const reference = [{ tag: 0x0204, value: Buffer.from([0xbe, 0xef]) }];
    await smsc.link.deliver(receipt("id:7 stat:DELIVRD"), reference);
    expect(reports).toMatchObject([{ reference: "7", userReference: sent ? 0xbeef : null }]);
  });

  it("55: are of the time that they name, where that can be true", async () => {
    const { reports } = await start();
    const stamp = (at: Date) => at.toISOString().slice(2, 16).replace(/\D/g, "");
    const monthAgo = new Date(Date.now() - 30 * 86_400_000);
    await smsc.link.deliver(receipt(`id:7 stat:DELIVRD done date:${stamp(monthAgo)}`));
    await smsc.link.deliver(
      receipt(`id:7 stat:DELIVRD done date:${stamp(new Date(Date.now() + 3_600_000))}`),
    );
    expect(Math.abs((reports[0]?.reportedAt.getTime() ?? 0) - monthAgo.getTime())).toBeLessThan(60_000);
    expect(Math.abs((reports[1]?.reportedAt.getTime() ?? 0) - Date.now())).toBeLessThan(10_000);
  });

  it("56: are not acknowledged before they are stored, nor as taken where that fails", async () => {
    const { store, reports } = await start();
    store.reports = () => Promise.reject(new Error("the database is away"));
    expect(await smsc.link.deliver(receipt("id:7 stat:DELIVRD"))).toMatchObject({ status: 0x64 });
    store.reports = async () => {};
    expect(await smsc.link.deliver(receipt("id:7 stat:DELIVRD"))).toMatchObject({ status: 0 });
    expect(reports).toHaveLength(1);
  });

  it("57: by the thousand are read no faster than they are stored, and each is acknowledged", async () => {
    const { store, reports } = await start();
    const stored = closedGate();
    let storing = 0;
    let most = 0;
    store.reports = async () => {
      most = Math.max(most, ++storing);
      await stored.opened;
      storing--;
    };
    const given = Array.from({ length: 10_000 }, (_, index) =>
      deliveryOctets(index + 1, receipt(`id:${index} stat:DELIVRD`)),
    );
    smsc.link.write(Buffer.concat(given));
    await expect.poll(() => storing).toBe(1_000);
    stored.open();
    const acknowledged = () =>
      smsc.link.received.filter(({ command }) => command === "deliver_sm_resp").length;
    await expect.poll(acknowledged).toBe(10_000);
    expect(new Set(reports.map(({ reference }) => reference)).size).toBe(10_000);
    expect(most).toBe(1_000);
  });
});

describe("messages in", () => {
  it("58: are messages though they look like receipts", async () => {
    const { inbound, reports } = await start();
    await smsc.link.deliver(message("id:7 stat:DELIVRD"));
    expect(inbound).toMatchObject([{ body: "id:7 stat:DELIVRD", encoding: "GSM-7" }]);
    expect(reports).toEqual([]);
  });

  it("61: are read by their data coding, whatever it is", async () => {
    const { inbound } = await start();
    await smsc.link.deliver({ dataCoding: 8, shortMessage: Buffer.from("Tēnā 😀", "utf16le").swap16() });
    await smsc.link.deliver({ dataCoding: 0x18, shortMessage: Buffer.of(0x01, 0x01, 0x00) });
    await smsc.link.deliver({ dataCoding: 0x11, shortMessage: Buffer.of(0x00, 0x11) });
    await smsc.link.deliver({ esmClass: 0x40, shortMessage: Buffer.of(40, 0, 3) });
    await smsc.link.deliver({ shortMessage: Buffer.of(0x1b, 0x3c, 0x02) });
    const bodies = inbound.map(({ body }) => body);
    expect(bodies.filter((_, index) => index !== 3)).toEqual(["Tēnā 😀", "ā", "@_", "[$"]);
    // A header that is longer than the text counts as text.
    expect(bodies[3]).toHaveLength(3);
    expect(inbound.map(({ encoding }) => encoding).slice(0, 2)).toEqual(["UCS-2", "UCS-2"]);
  });

  it("59: are told of as parts, with what joins them, by header of 8 or 16 bits and by sar", async () => {
    const { inbound } = await start();
    const header = (...octets: number[]) => ({
      esmClass: 0x40,
      shortMessage: Buffer.of(octets.length, ...octets, 0x02, 0x1b),
    });
    const sar = [
      { tag: 0x020c, value: Buffer.of(0xab, 0xcd) },
      { tag: 0x020e, value: Buffer.of(3) },
      { tag: 0x020f, value: Buffer.of(2) },
    ];
    await smsc.link.deliver(header(0, 3, 0xab, 3, 2));
    await smsc.link.deliver(header(0x24, 1, 3, 8, 4, 0xab, 0xcd, 3, 2));
    await smsc.link.deliver({ shortMessage: Buffer.of(0x02, 0x1b) }, sar);
    await smsc.link.deliver({ shortMessage: Buffer.of(0x02, 0x1b) }, sar.slice(1));
    const octets = Buffer.of(0x02, 0x1b);
    expect(inbound.map(({ part }) => part)).toMatchObject([
      { reference: 0xab, bits: 8, total: 3, number: 2, octets, terms: { dataCoding: 0, alphabet: "gsm" } },
      { reference: 0xabcd, bits: 16, total: 3, number: 2, octets, terms: { tables: { single: 3 } } },
      { reference: 0xabcd, bits: 16, total: 3, number: 2, octets },
      undefined as never,
    ]);
    expect(new Set(inbound.map(({ body }) => body))).toEqual(new Set(["$ "]));
  });

  it("61: have the septets of packed parts one by one", async () => {
    const { inbound } = await start({ alphabet: "packed" });
    const packed = packSeptets(Buffer.from("hello"), 6);
    await smsc.link.deliver({
      esmClass: 0x40,
      shortMessage: Buffer.concat([Buffer.of(5, 0, 3, 1, 2, 1), packed]),
    });
    expect(inbound).toMatchObject([
      { body: "hello", part: { octets: Buffer.from("hello"), terms: { alphabet: "gsm" } } },
    ]);
  });

  it("60: that a person sends twice are two, and that the network repeats are one", async () => {
    const { inbound, store } = await start();
    await smsc.link.deliver(message("YES"));
    await smsc.link.deliver(message("YES"));
    expect(new Set(inbound.map(({ reference }) => reference)).size).toBe(2);
    store.inbound = async () => smsc.drop();
    const { octets } = smsc.link.prepareDelivery(message("STOP"));
    smsc.link.write(octets);
    await expect.poll(() => smsc.links.filter(({ bound }) => bound).length).toBe(2);
    store.inbound = async () => {};
    await smsc.link.deliver(message("STOP"));
    const stops = inbound.filter(({ body }) => body === "STOP");
    expect(stops).toHaveLength(2);
    expect(new Set(stops.map(({ reference }) => reference)).size).toBe(1);
  });

  it("56: are not acknowledged before they are stored", async () => {
    const { store } = await start();
    store.inbound = () => Promise.reject(new Error("the database is away"));
    expect(await smsc.link.deliver(message("hi"))).toMatchObject({ status: 0x64 });
  });
});

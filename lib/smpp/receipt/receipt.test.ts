import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { TAGS } from "@/lib/smpp/pdu/tlv";
import { canonicalId, otherBases } from "@/lib/smpp/receipt/message-id";
import { type Delivery, readReceipt, receiptForm } from "@/lib/smpp/receipt/receipt";
import { superlinear } from "@/tests/support/linear-time";
import { delivery, tlv } from "@/tests/support/receipts/delivery";

const TERMS = { alphabet: "gsm", zone: "UTC", at: new Date("2026-11-22T17:10:00Z") } as const;
const USUAL =
  "id:0123456789 sub:001 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 Text:Hello";

const read = (...given: Parameters<typeof delivery>) => readReceipt(delivery(...given), TERMS);

describe("a receipt", () => {
  it("in the usual form is read", () => {
    expect(read(USUAL)).toEqual({
      id: "0123456789",
      otherId: null,
      state: "delivered",
      word: "DELIVRD",
      error: "000",
      isIntermediate: false,
      userReference: null,
      doneAt: new Date("2026-11-22T17:03:00Z"),
      doneDate: "2611221703",
    });
  });

  it("48: is read from data_sm, message_payload, and ASCII that claims to be UCS-2", () => {
    const payload = [tlv(TAGS.messagePayload, USUAL)];
    const { fields } = delivery("");
    const data: Delivery = { command: "data_sm", status: 0, sequence: 1, fields, tlvs: payload };
    for (const receipt of [
      readReceipt(data, TERMS),
      read("", { tlvs: payload }),
      read(USUAL, { dataCoding: 8 }),
      read(Buffer.from(USUAL, "utf16le").swap16(), { dataCoding: 8 }),
      read(Buffer.concat([Buffer.of(5, 0, 3, 1, 2, 1), Buffer.from(USUAL)]), { esmClass: 0x44 }),
    ])
      expect(receipt).toMatchObject({ id: "0123456789", state: "delivered", error: "000" });
  });

  it("49: has the state of its parameters, and the error of its text", () => {
    const tlvs = [tlv(TAGS.receiptedMessageId, "abc\0"), tlv(TAGS.messageState, [5])];
    expect(read("id:xyz stat:DELIVRD err:027", { tlvs })).toMatchObject({
      id: "abc",
      state: "failed",
      error: "027",
    });
    expect(read("", { tlvs })).toMatchObject({ id: "abc", state: "failed", error: null });
  });

  it("has the reference of the message where that is repeated", () => {
    const tlvs = [tlv(TAGS.userMessageReference, [0xbe, 0xef])];
    expect(read(USUAL, { tlvs })).toMatchObject({ userReference: 0xbeef });
    expect(read(USUAL)).toMatchObject({ userReference: null });
  });

  test.each([
    ["three octets", [3, 0x01, 0x02], "258"],
    ["ASCII", "027", "027"],
    ["longer ASCII", "00027\0", "00027"],
    ["nothing", "", "000"],
  ])("50: has a network error code of %s", (_, value, error) => {
    expect(read(USUAL, { tlvs: [tlv(TAGS.networkErrorCode, value)] })).toMatchObject({ error });
  });

  test.each([
    [
      "id:7 dlvrd:001 submit date:2611221700 done date:2611221703 stat:DELIVRD err:000 text:",
      "delivered",
      "000",
    ],
    ["id:7 sub:001 dlvrd:001 stat:DELIVRD Text: stat:UNDELIV err:9", "delivered", null],
    ["id:7 stat:UNDELIV err:0000 done date:261122170341", "failed", "0000"],
    ["id: 7 STAT:failed ERR:12", "failed", "12"],
    ["id:7,sub:001,dlvrd:000,stat:BUFFRED,err:1", "underway", "1"],
    ["id:7 stat:SYSERR", "failed", null],
    ["id:7 stat:NOCRED", "rejected", null],
    ["id:7 stat:EXP", "failed", null],
    ["id:7 stat:EXPIRED", "failed", null],
    ["id:7 stat:REJECTD", "rejected", null],
    ["id:7 stat:ACCEPTD", "accepted", null],
    ["id:7 stat:ENROUTE", "underway", null],
    ["id:7 stat:WHATEVER", null, null],
    ["\nid:7\nstat:DELIVRD\nerr:4\n", "delivered", "4"],
  ])("51: is read however it is written: %s", (text, state, error) => {
    expect(read(text)).toMatchObject({ id: "7", state, error });
  });

  it("51: has a date with or without seconds", () => {
    expect(read("id:7 stat:DELIVRD done date:261122170341")?.doneAt).toEqual(
      new Date("2026-11-22T17:03:41Z"),
    );
    expect(read("id:7 stat:DELIVRD done date:nonsense")?.doneAt).toBeNull();
  });

  test.each(["", "Delivered to you", "id: stat:DELIVRD", "id:7"])(
    "52: is none where nothing is readable: %s",
    (text) => {
      expect(receiptForm(delivery(text), "gsm")).toBe("certain");
      expect(read(text)).toBeNull();
    },
  );

  it("53: that is intermediate says so", () => {
    expect(read("id:7 stat:ENROUTE", { esmClass: 0x20 })).toMatchObject({
      isIntermediate: true,
      state: "underway",
    });
  });

  it("58: is no part of a long message with such a text", () => {
    const part = Buffer.concat([Buffer.of(5, 0, 3, 1, 2, 1), Buffer.from(USUAL)]);
    expect(receiptForm(delivery(part, { esmClass: 0x40 }), "gsm")).toBe("none");
  });

  it("never throws, whatever its octets", () => {
    const octets = fc.uint8Array({ maxLength: 254 }).map((bytes) => Buffer.from(bytes));
    const byte = fc.integer({ min: 0, max: 255 });
    const tlvs = fc.array(fc.record({ tag: fc.constantFrom(...Object.values(TAGS)), value: octets }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(octets, byte, byte, tlvs, (text, esmClass, dataCoding, given) => {
        const receipt = read(text, { esmClass, dataCoding, tlvs: given });
        expect(receipt === null || typeof receipt.id === "string").toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes time linear in the length of its text", () => {
    expect(superlinear((text) => read("", { tlvs: [tlv(TAGS.messagePayload, text)] }))).toBeNull();
  }, 120_000);
});

describe("a message id", () => {
  test.each([
    ["A1b2", "text", "a1b2"],
    ["000123", "text", "123"],
    ["000", "text", "0"],
    [" 12 ", "text", "12"],
    ["00ff", "hex", "255"],
    ["255", "decimal", "255"],
    ["0000000255", "decimal", "255"],
    ["xyz-1", "hex", "xyz-1"],
    ["f".repeat(64), "hex", (2n ** 256n - 1n).toString()],
  ] as const)("47: %s as %s is %s", (id, format, canonical) => {
    expect(canonicalId(id, format)).toBe(canonical);
  });

  test.each(["", "  ", "1".repeat(65)])("22: is none where it is no id: '%s'", (id) => {
    expect(canonicalId(id, "text")).toBeNull();
  });

  it("47: is the same whatever its case, zeros and base", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 200n }), fc.nat({ max: 5 }), (number, zeros) => {
        const hex = "0".repeat(zeros) + number.toString(16);
        expect(canonicalId(hex.toUpperCase(), "hex")).toBe(canonicalId(number.toString(), "decimal"));
        expect(canonicalId(hex.toUpperCase(), "text")).toBe(canonicalId(number.toString(16), "text"));
      }),
    );
  });

  it("in another base is proposed", () => {
    expect(otherBases("255")).toEqual([
      { format: "hex", id: "597" },
      { format: "decimal", id: "ff" },
    ]);
    expect(otherBases("xyz")).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Command, type Fields, LAYOUTS } from "@/lib/smpp/pdu/layouts";
import { decodePdu, encodePdu, MAX_PDU_OCTETS, type Pdu } from "@/lib/smpp/pdu/pdu";
import { FrameReader } from "@/lib/smpp/pdu/read-stream";

const latin1 = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)), maxLength });
const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));

const tlvs = fc.array(fc.record({ tag: fc.integer({ min: 0, max: 0xffff }), value: octets(40) }), {
  maxLength: 5,
});

const pdu: fc.Arbitrary<Pdu> = fc.constantFrom(...(Object.keys(LAYOUTS) as Command[])).chain((command) =>
  fc.record({
    command: fc.constant(command),
    status: fc.constant(0),
    sequence: fc.integer({ min: 0, max: 0x7fffffff }),
    fields: fc.record(
      Object.fromEntries(
        LAYOUTS[command].fields.map(({ name, kind, max }) => [
          name,
          kind === "u8" ? fc.integer({ min: 0, max: 255 }) : kind === "cstring" ? latin1(max) : octets(max),
        ]),
      ),
    ),
    tlvs,
  }),
) as fc.Arbitrary<Pdu>;

function readAll(chunks: readonly Buffer[]) {
  const reader = new FrameReader();
  const frames: Buffer[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let frame = reader.take(); frame?.octets; frame = reader.take()) frames.push(frame.octets);
  }
  return { frames, size: reader.size };
}

function chop(stream: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)).sort((a, b) => a - b), stream.length];
  return places.slice(1).map((place, index) => stream.subarray(places[index], place));
}

describe("a PDU", () => {
  it("reads as it was written", () => {
    fc.assert(
      fc.property(pdu, (given) => {
        expect(decodePdu(encodePdu(given))).toEqual({ isReadable: true, pdu: given });
      }),
    );
  });

  it("reads the same through any chopping of the stream", () => {
    fc.assert(
      fc.property(fc.array(pdu, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (pdus, cuts) => {
        const stream = Buffer.concat(pdus.map(encodePdu));
        const { frames, size } = readAll(chop(stream, cuts));
        expect(frames.map((frame) => decodePdu(frame))).toEqual(
          pdus.map((each) => ({ isReadable: true, pdu: each })),
        );
        expect(size).toBe(0);
        const bytewise = readAll([...stream].map((octet) => Buffer.of(octet)));
        expect(Buffer.concat(bytewise.frames)).toEqual(stream);
      }),
    );
  });

  it("never throws, whatever the octets, and what follows is read", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(LAYOUTS)), octets(200), pdu, ({ id }, body, next) => {
        const head = Buffer.alloc(16);
        head.writeUInt32BE(16 + body.length, 0);
        head.writeUInt32BE(id, 4);
        const { frames } = readAll([head, body, encodePdu(next)]);
        expect(frames).toHaveLength(2);
        expect(() => decodePdu(frames[0] as Buffer)).not.toThrow();
        expect(decodePdu(frames[1] as Buffer)).toEqual({ isReadable: true, pdu: next });
      }),
      { numRuns: 1000 },
    );
  });

  it("takes linear time for 64 KiB octet by octet", () => {
    const stream = encodePdu({
      command: "deliver_sm_resp",
      status: 0,
      sequence: 1,
      fields: { messageId: "1" },
      tlvs: [{ tag: 1, value: Buffer.alloc(65_000) }],
    });
    expect(readAll([...stream].map((octet) => Buffer.of(octet))).frames).toEqual([stream]);
  });

  test.each([0, 4, 15, MAX_PDU_OCTETS + 1, 0x48545450])("has no length of %i", (length) => {
    const reader = new FrameReader();
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    reader.push(head.subarray(0, 3));
    expect(reader.take()).toBeNull();
    reader.push(head.subarray(3));
    expect(reader.take()).toEqual({ octets: null, length });
  });

  test.each([
    ["an address that does not fit", { source: "1".repeat(21) }],
    ["a text that does not fit", { shortMessage: Buffer.alloc(255) }],
    ["NUL in a string", { source: "1\u00002" }],
    ["a character beyond Latin-1", { source: "Ā" }],
    ["a number that is no octet", { dataCoding: 256 }],
  ])("is not written with %s", (_, wrong) => {
    expect(() => encodePdu({ ...submit("a"), fields: { ...submit("a").fields, ...wrong } })).toThrow(
      RangeError,
    );
  });

  it.each(["deliver_sm_resp", "data_sm_resp"] as const)(
    "%s has its message id with an error too",
    (command) => {
      const refused = encodePdu({ command, status: 0x64, sequence: 7, fields: { messageId: "" }, tlvs: [] });
      expect([...refused.subarray(16)]).toEqual([0]);
      expect(refused.readUInt32BE(0)).toBe(17);
    },
  );

  it("with an error has no body", () => {
    const refused = encodePdu({
      command: "submit_sm_resp",
      status: 0x58,
      sequence: 7,
      fields: { messageId: "" },
      tlvs: [],
    });
    expect(refused).toHaveLength(16);
    expect(decodePdu(refused)).toMatchObject({
      isReadable: true,
      pdu: { status: 0x58, fields: { messageId: "" } },
    });
  });
});

function fields(text: string): Fields<"submit_sm"> {
  return {
    serviceType: "",
    sourceTon: 1,
    sourceNpi: 1,
    source: "2190",
    destinationTon: 1,
    destinationNpi: 1,
    destination: "64211234567",
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduleAt: "",
    validity: "",
    registeredDelivery: 1,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.from(text),
  };
}

const submit = (text: string) =>
  ({ command: "submit_sm", status: 0, sequence: 1, fields: fields(text), tlvs: [] }) as const;

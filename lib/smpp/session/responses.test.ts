import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { LAYOUTS } from "@/lib/smpp/pdu/layouts";
import { encodeHeader } from "@/lib/smpp/pdu/pdu";
import { openSession } from "@/tests/support/smsc/open-session";
import { deliveryOctets, FaultySmsc, responseOctets } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let session: Awaited<ReturnType<typeof openSession>>["session"] | undefined;

beforeEach(async () => {
  smsc = await FaultySmsc.start();
});
afterEach(async () => {
  session?.end("the test is over");
  await smsc.stop();
});

async function open() {
  const opened = await openSession(smsc);
  ({ session } = opened);
  return opened;
}

describe("a response to another command than the request's", () => {
  const UNKNOWN_COMMANDS = { query_sm_resp: 0x80000003, cancel_sm_resp: 0x80000008, vendor: 0x80010200 };
  const octetsOf = (command: string, sequence: number, status: number) =>
    command in UNKNOWN_COMMANDS
      ? encodeHeader({ length: 16, status, sequence, id: UNKNOWN_COMMANDS[command as "vendor"] })
      : responseOctets(command as "deliver_sm_resp", sequence, { status });

  test.each([
    "deliver_sm_resp",
    "data_sm_resp",
    "bind_transceiver_resp",
    "query_sm_resp",
    "cancel_sm_resp",
    "vendor",
  ])("leaves the outcome of a submission unknown: %s", async (command) => {
    const { bound, submit } = await open();
    await bound;
    smsc.script = (pdu, link) => {
      if (pdu.command !== "submit_sm") return undefined;
      const isRefused = pdu.fields.destination.endsWith("2");
      link.write(octetsOf(command, pdu.sequence, isRefused ? 0x0b : 0));
      return "silence";
    };
    const submitted = [submit("64210000001"), submit("64210000002")];
    await expect
      .poll(() => submitted.map(({ settlements }) => settlements))
      .toEqual([[{ outcome: "unanswered" }], [{ outcome: "unanswered" }]]);
    expect([session?.strayResponses, session?.inUse]).toEqual([2, 0]);
    smsc.script = () => undefined;
    const next = submit("64210000003");
    await expect.poll(() => next.settlements).toMatchObject([{ outcome: "answered" }]);
  });

  test.each(["submit_sm_resp", "query_sm_resp"])("ends a bind: %s", async (command) => {
    smsc.script = (pdu, link) => {
      link.write(octetsOf(command, pdu.sequence, 0));
      return "silence";
    };
    const { bound, ending } = await open();
    expect(await bound).toEqual({ isBound: false, status: null });
    await expect.poll(() => ending.reason).toContain("response to another request");
  });

  it("binds if it is that of a bind of another kind", async () => {
    smsc.script = (pdu, link) => {
      if (pdu.command !== "bind_transceiver") return undefined;
      link.respond("bind_transmitter_resp", pdu.sequence);
      return "silence";
    };
    const { bound } = await open();
    expect(await bound).toMatchObject({ isBound: true });
  });
});

describe("a delivery that is refused has a response with its body", () => {
  /** Returns the octets that answer a delivery. */
  async function answerTo(octets: Buffer): Promise<Buffer> {
    const { link } = smsc;
    const answer = new Promise<Buffer>((resolve) => link.socket.once("data", resolve));
    link.write(octets);
    return answer;
  }

  const cut = (octets: Buffer) => {
    const shorter = octets.subarray(0, octets.length - 3);
    shorter.writeUInt32BE(shorter.length, 0);
    return shorter;
  };
  const text = { shortMessage: Buffer.from("Hello") };

  it.each([
    ["because it was not stored", () => deliveryOctets(9, text), 0x64],
    ["because it cannot be read", () => cut(deliveryOctets(9, text)), 0x01],
    ["because of a broken parameter", () => Buffer.concat([deliveryOctets(9, text), Buffer.of(4)]), 0xc0],
  ])("%s", async (_, octets, status) => {
    const { bound, answers } = await open();
    await bound;
    answers.next = () => Promise.reject(new Error("the database is away"));
    const given = octets();
    given.writeUInt32BE(given.length, 0);
    const answer = await answerTo(given);
    expect(answer.readUInt32BE(4)).toBe(LAYOUTS.deliver_sm_resp.id);
    expect(answer.readUInt32BE(8)).toBe(status);
    expect([answer.readUInt32BE(0), ...answer.subarray(16)]).toEqual([17, 0]);
  });

  it("because nothing is bound yet", async () => {
    smsc.script = () => "silence";
    await open();
    await expect.poll(() => smsc.links[0]?.received.length).toBe(1);
    const answer = await answerTo(deliveryOctets(9, text));
    expect([answer.readUInt32BE(8), ...answer.subarray(16)]).toEqual([0x04, 0]);
  });
});

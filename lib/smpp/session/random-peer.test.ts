import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Command, LAYOUTS } from "@/lib/smpp/pdu/layouts";
import { encodeHeader } from "@/lib/smpp/pdu/pdu";
import { skipTime } from "@/tests/support/skip-time";
import { openSession } from "@/tests/support/smsc/open-session";
import { FaultySmsc, type SmscLink } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
beforeAll(async () => {
  smsc = await FaultySmsc.start();
});
afterAll(() => smsc.stop());

/** Short limits of an incomplete PDU, the end of a link, and a bind. */
const SHORT = { pduTimeoutMs: 80, unbindGraceMs: 60, bindTimeoutMs: 300 };

/** A few milliseconds, hundreds of times. */
const OFTEN = { interval: 2 };

const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));

/** Octets that are no PDU. */
const noise = octets(200);

/** A valid header of a known or unknown command, with a body that need not fit it. */
const pdu = fc
  .record({
    id: fc.oneof(
      fc.constantFrom(...(Object.keys(LAYOUTS) as Command[]).map((command) => LAYOUTS[command].id)),
      fc.integer({ min: 0, max: 0xffffffff }),
    ),
    status: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffffffff })),
    sequence: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 0xffffffff })),
    body: octets(120),
    lacks: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -20, max: 20 })),
  })
  .map(({ body, lacks, ...head }) => {
    const length = Math.max(16 + body.length + lacks, 0);
    return Buffer.concat([encodeHeader({ ...head, length }), body]);
  });

/** Any octets, in pieces of any size. */
const pieces = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: pdu }, noise), { minLength: 1, maxLength: 12 }),
    fc.array(fc.nat(), { maxLength: 20 }),
  )
  .map(([parts, cuts]) => {
    const stream = Buffer.concat(parts);
    const places = cuts.map((cut) => cut % (stream.length + 1)).sort((a, b) => a - b);
    return [0, ...places].map((place, index) => stream.subarray(place, places[index] ?? stream.length));
  });

async function write(link: SmscLink, given: readonly Buffer[]): Promise<void> {
  for (const piece of given) {
    link.write(piece);
    await nextTurn();
  }
}

/**
 * Sends enquiries until the link answers or ends. The end of earlier octets may have consumed an enquiry as its own.
 */
async function answersOrEnds(
  link: SmscLink,
  hasEnded: () => boolean,
  skip: (ms: number) => void,
): Promise<"answers" | "ends"> {
  const before = link.received.length;
  const isAnswer = ({ command, sequence }: SmscLink["received"][number]) =>
    command === "enquire_link_resp" && sequence >= 0x7000_0000;
  let looks = 0;
  const fate = () => {
    if (hasEnded()) return "ends";
    if (link.received.slice(before).some(isAnswer)) return "answers";
    const sequence = 0x7000_0000 + looks++;
    // A wrong length shifts the later octets. Only a pause shows that a PDU is incomplete, which ends the link.
    if (looks % 16 === 8) skip(2 * SHORT.pduTimeoutMs);
    else if (looks % 16 < 8)
      link.write(encodeHeader({ length: 16, id: LAYOUTS.enquire_link.id, status: 0, sequence }));
    return null;
  };
  let last: ReturnType<typeof fate> = null;
  await expect.poll(() => (last = fate()), { interval: 5 }).not.toBeNull();
  return last as unknown as "answers" | "ends";
}

/** Opens a link that binds, submits one message, gets its answer and ends. */
async function expectNewLinkToWork(): Promise<void> {
  smsc.script = () => undefined;
  const { session, bound, submit, ending } = await openSession(smsc);
  expect(await bound).toMatchObject({ isBound: true });
  const { settlements } = submit("64211234567");
  await expect
    .poll(() => settlements, OFTEN)
    .toMatchObject([{ outcome: "answered", response: { status: 0 } }]);
  session.unbind(1_000);
  await expect.poll(() => ending.reason, OFTEN).toBeDefined();
}

it("octets of any kind on a link that is bound: it answers or ends, each request is settled once, a new link works", async () => {
  const skip = skipTime();
  const ends = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (given, isStored) => {
      smsc.script = ({ command }) => (command === "submit_sm" ? "silence" : undefined);
      const { session, bound, submit, ending, answers } = await openSession(smsc, SHORT);
      expect(await bound).toMatchObject({ isBound: true });
      answers.next = () => (isStored ? Promise.resolve(0) : Promise.reject(new Error("not stored")));
      const { settlements } = submit("64211234567");
      const { link } = smsc;
      await write(link, given);
      const fate = await answersOrEnds(link, () => ending.reason !== undefined, skip);
      ends.set(fate, (ends.get(fate) ?? 0) + 1);
      if (fate === "answers") session.end("the test is over");
      await expect.poll(() => ending.reason, OFTEN).toBeTypeOf("string");
      expect(settlements).toHaveLength(1);
      expect(session.inUse).toBe(0);
      await expectNewLinkToWork();
    }),
    { numRuns: 100 },
  );
  // Both results occur: the attacks are neither always refused nor always harmless.
  expect([...ends.keys()].sort()).toEqual(["answers", "ends"]);
}, 120_000);

it("octets of any kind in place of the answer to a bind: it is bound or ends in time, and a new link works", async () => {
  const skip = skipTime();
  await fc.assert(
    fc.asyncProperty(pieces, async (given) => {
      smsc.script = (request, link) => {
        if (!request.command.startsWith("bind_") || request.command.endsWith("_resp")) return undefined;
        void write(link, given);
        return "silence";
      };
      const { session, bound, ending } = await openSession(smsc, SHORT);
      const { isBound } = await bound;
      if (isBound) {
        await answersOrEnds(smsc.link, () => ending.reason !== undefined, skip);
        session.end("the test is over");
      }
      await expect.poll(() => ending.reason, OFTEN).toBeTypeOf("string");
      await expectNewLinkToWork();
    }),
    { numRuns: 40 },
  );
}, 120_000);

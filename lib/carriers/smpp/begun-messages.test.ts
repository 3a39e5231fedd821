import { afterEach, describe, expect, it } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { readUserData } from "@/lib/smpp/text/udh";
import { startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc, type Script } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let carrier: SmppCarrier | undefined;

afterEach(async () => {
  await carrier?.stop(new Date());
  await smsc.stop();
});

const PARTS = ["a".repeat(153), "b".repeat(153), "c".repeat(10)];
const LONG = { parts: PARTS, body: PARTS.join(""), messageClass: "marketing" } as const;

/** Starts a carrier that submits one part at a time, and an SMSC that answers each part with `onPart`. */
async function start(
  onPart: (number: number, ...args: Parameters<Script>) => ReturnType<Script>,
  settings: Parameters<typeof startCarrier>[1] = {},
) {
  smsc = await FaultySmsc.start();
  smsc.script = (pdu, link) => {
    if (pdu.command !== "submit_sm") return undefined;
    return onPart(readUserData(pdu.fields.shortMessage).concatenation?.number ?? 0, pdu, link);
  };
  const started = await startCarrier(smsc, { window: 1, ...settings });
  ({ carrier } = started);
  await expect.poll(() => started.carrier.room()).toBe(1);
  return started;
}

describe("a long message that has begun", () => {
  it("34: is tried again here later where a part is refused for a while, with what was taken", async () => {
    const { submit, answersOf } = await start((number) => (number === 2 ? 0x14 : undefined));
    const ids = submit(LONG);
    const accepted = [{ part: 0, reference: expect.any(String) }];
    const later = {
      id: ids[0],
      outcome: "later",
      code: "0x00000014",
      afterMs: 30_000,
      counts: true,
      putOff: 1,
    };
    await expect.poll(() => answersOf(ids).flat()).toEqual([{ ...later, accepted, partCount: 3 }]);
  });

  it("is told as of as many parts as are submitted, where its headers leave less room than those it is billed by", async () => {
    const { submit, answersOf } = await start((number) => (number === 3 ? 0x65 : undefined), {
      longMessages: "udh16",
    });
    const parts = PARTS.slice(0, 2);
    const ids = submit({ ...LONG, parts, body: parts.join("") });
    const accepted = [{ part: 0 }, { part: 1 }];
    await expect
      .poll(() => answersOf(ids).flat())
      .toMatchObject([{ outcome: "refused", code: "0x00000065", accepted, partCount: 3 }]);
  });

  it.each([
    ["payload", 3, [2, 3]],
    ["udh16", 2, [2]],
    ["udh8", 3, [2, 3]],
  ] as const)(
    "is ended in as many parts as it was begun with, though its network is to get it as %s by now",
    async (longMessages, partCount, numbers) => {
      const seen: number[] = [];
      const onPart = (number: number): undefined => void seen.push(number);
      const { submit, answersOf } = await start(onPart, { longMessages });
      const already = [{ part: 0, reference: "before", partCount }];
      const parts = longMessages === "payload" ? PARTS : PARTS.slice(0, 2);
      const ids = submit({ ...LONG, parts, body: parts.join(""), already });
      const references = ["before", ...numbers.map(() => expect.any(String))];
      await expect
        .poll(() => answersOf(ids).flat())
        .toEqual([{ id: ids[0], outcome: "accepted", references }]);
      expect(seen).toEqual(numbers);
    },
  );

  it("31: is tried again later where the carrier's end left parts unsubmitted", async () => {
    const { submit, answersOf } = await start(async (_, pdu, link) => {
      void carrier?.stop(new Date(Date.now() + 2_000));
      link.answer(pdu);
    });
    const ids = submit(LONG);
    await expect
      .poll(() => answersOf(ids).flat())
      .toMatchObject([{ outcome: "later", counts: true, accepted: [{ part: 0 }] }]);
  });
});

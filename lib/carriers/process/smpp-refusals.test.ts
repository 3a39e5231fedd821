import { describe, expect, it, test } from "vitest";
import { carriersOf } from "@/lib/carriers/process/current";
import { drainCarrier } from "@/lib/carriers/setup/carrier-rows";
import { removeErrorRule, setErrorRule } from "@/lib/carriers/setup/error-rule-rows";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { readUserData } from "@/lib/smpp/text/udh";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { acceptTo, carrierNamed, dispatchUntil, useTwoSmscs } from "@/tests/support/smsc/two-smscs";

useTestDatabase({ each: true });

const smscs = useTwoSmscs();

const login = { host: "127.0.0.1", systemId: "gateway", tps: 100 };

const HANDSET = "64211234567";

/** Makes a network refuse submissions. @returns a function that returns their number. */
function refusing(name: "north" | "south", statusFor: (handset: string) => number): () => number {
  let asked = 0;
  smscs[name].script = (pdu) => {
    if (pdu.command !== "submit_sm") return undefined;
    asked++;
    return statusFor(pdu.fields.destination);
  };
  return () => asked;
}

const taken = () => smscs.south.submitted.length;

/** Returns the stored columns of each attempt, in order. */
async function attempts() {
  const rows = await db().prisma.carrierSubmission.findMany({
    orderBy: [{ messageId: "asc" }, { attempt: "asc" }],
  });
  return rows.map(({ carrier, state, error }) => [carrier, state, error]);
}

const outcomes = async (accountId: number) =>
  (await messagesOf(accountId)).map(({ status, carrier }) => [status, carrier]);

/** Returns a handset for each status, and a function from handsets to statuses. */
function handsetsFor(statuses: readonly number[]) {
  const handsets = statuses.map((_, index) => `6421000${String(1000 + index)}`);
  return { handsets, statusFor: (handset: string) => statuses[handsets.indexOf(handset)] ?? 0 };
}

/** Makes this process forget a network's state, as a restart does. */
async function openAnew() {
  const before = await carrierNamed("north");
  await db().prisma.carrier.updateMany({
    where: { name: "north" },
    data: { encryptedSecrets: null, settings: { ...login, port: smscs.north.port, password: "hush" } },
  });
  carriersOf(db()).forget();
  await expect
    .poll(async () => {
      const carrier = await carrierNamed("north");
      return carrier !== before && carrier?.room();
    })
    .toBe(1);
}

describe("a message that a network refuses", () => {
  test.each([
    ["34", 0x14, "0x00000014", 30_000, 5],
    ["35", 0x08, "0x00000008", 10_000, 3],
    ["35", 0x64, "0x00000064", 10_000, 3],
  ])(
    "%s: with %i is tried there again, whoever did before, and then goes by the next",
    async (_, status, code, delayMs, tries) => {
      const asked = refusing("north", () => status);
      const accountId = await acceptTo([HANDSET]);
      for (let done = 1; done <= tries; done++) {
        await dispatchUntil(asked, done, (done - 1) * (delayMs + 500));
        // No retry happens early.
        await dispatchAll(db(), new Date(now().getTime() + done * delayMs - delayMs / 2), BY_DAY);
        expect(asked()).toBe(done);
        if (done === 2) await openAnew();
      }
      await dispatchUntil(taken, 1, tries * (delayMs + 500));
      await expect.poll(() => outcomes(accountId)).toEqual([["PENDING", "south"]]);
      expect(await attempts()).toContainEqual(["north", "elsewhere", code]);
      expect(asked()).toBe(tries);
    },
  );

  it("36: with 0x0B, 0x50 or 0x51 has failed, and no other network is asked", async () => {
    const { handsets, statusFor } = handsetsFor([0x0b, 0x50, 0x51]);
    const asked = refusing("north", statusFor);
    const accountId = await acceptTo(handsets);
    await dispatchUntil(asked, 3);
    await expect
      .poll(async () => (await outcomes(accountId)).map(([status]) => status))
      .toEqual(Array(3).fill("FAILED"));
    await dispatchAll(db(), new Date(now().getTime() + 60_000), BY_DAY);
    expect(new Set((await attempts()).map(([carrier, state]) => `${carrier} ${state}`))).toEqual(
      new Set(["north refused"]),
    );
    expect(smscs.south.link.received.filter(({ command }) => command === "submit_sm")).toEqual([]);
  });

  it("37: with 0x0A, 0x45, 0x65, 0x66 or a vendor's code goes by the next", async () => {
    const { handsets, statusFor } = handsetsFor([0x0a, 0x45, 0x65, 0x66, 0x400, 0x4ff]);
    const asked = refusing("north", statusFor);
    const accountId = await acceptTo(handsets);
    await dispatchUntil(taken, handsets.length);
    await expect.poll(() => outcomes(accountId)).toEqual(Array(handsets.length).fill(["PENDING", "south"]));
    expect(asked()).toBe(handsets.length);
  });
});

it("finishes a long message that it has begun while it is drained, and takes no other", async () => {
  let refusals = 0;
  smscs.north.script = (pdu) => {
    if (pdu.command !== "submit_sm") return undefined;
    const part = readUserData(pdu.fields.shortMessage).concatenation?.number;
    return part === 2 && refusals++ === 0 ? 0x14 : undefined;
  };
  const { accountId } = await testAccount();
  const carrierId = (await carrierNamed("north"))?.id ?? 0;
  const items = [testItem({ dueAt: now(), msisdn: HANDSET, carrierId })];
  const long = { items, body: "a".repeat(3 * 153), parts: 3 };
  await accept(db(), [testSubmission(accountId, long)], now(), () => "");
  await dispatchUntil(() => refusals, 1);
  await expect.poll(() => db().prisma.queuedMessage.count({ where: { begun: true } })).toBe(1);
  await db().transaction((tx) => drainCarrier(tx, "north", true));
  carriersOf(db()).forget();
  await expect
    .poll(async () => {
      const carrier = await carrierNamed("north");
      return carrier?.isDraining && carrier.room();
    })
    .toBe(1);
  const other = await acceptTo([HANDSET]);
  await dispatchUntil(() => smscs.north.submitted.length, 3, 31_000);
  // The network may have the last part before this process has recorded its answer.
  await expect.poll(() => db().prisma.queuedMessage.count({ where: { begun: true } })).toBe(0);
  expect((await messagesOf(accountId))[0]?.carrier).toBe("north");
  expect((await outcomes(other))[0]).not.toEqual(["PENDING", "north"]);
});

it("follows the operator's rule for all networks at once, by links that stay open", async () => {
  refusing("north", () => 0x0b);
  const status = async () => {
    const accountId = await acceptTo([HANDSET]);
    await expect
      .poll(async () => {
        await dispatchAll(db(), now(), BY_DAY);
        return (await outcomes(accountId))[0];
      })
      .not.toEqual(["PENDING", null]);
    return (await outcomes(accountId))[0];
  };
  const rule = { kind: "smpp", code: "0x0000000B" };
  expect(await status()).toEqual(["FAILED", null]);
  await db().transaction((tx) => setErrorRule(tx, { ...rule, action: "elsewhere" }));
  carriersOf(db()).forget();
  expect(await status()).toEqual(["PENDING", "south"]);
  await db().transaction((tx) => removeErrorRule(tx, rule));
  carriersOf(db()).forget();
  expect(await status()).toEqual(["FAILED", null]);
  expect(smscs.north.links).toHaveLength(1);
});

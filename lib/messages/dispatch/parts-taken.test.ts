import { beforeEach, describe, expect, it, test } from "vitest";
import {
  type AcceptedPart,
  type CarrierAnswer,
  type CarrierReport,
  type Outgoing,
  SIMULATOR_ID,
} from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { findStrandedStatement } from "@/lib/messages/dispatch/move-stranded.sql";
import { reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { FIRST } from "@/lib/messages/dispatch/queue-slice.sql";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
/** Longer than the hold of a message that a carrier may have accepted. */
const HELD_MS = 130_000;

let messages = 0;

function report(reference: string, code: number): CarrierReport {
  return { reference, key: `${reference}/${code}`, code, reportedAt: later(1_000) };
}

const give = (...reports: CarrierReport[]) => reportOrPark(db(), "smsc", reports, later(1_000));

/**
 * Creates a message of three parts. A carrier accepted the first one, and the others perhaps; with an answer, surely
 * not.
 */
async function partlyTaken(rest: "perhaps" | "later" = "perhaps", messageClass?: "marketing") {
  const { accountId } = await testAccount();
  const item = testItem({ dueAt: NOW });
  const submission = testSubmission(accountId, {
    items: [item],
    body: "a".repeat(3 * 153),
    parts: 3,
    ...(messageClass && { messageClass }),
  });
  await accept(db(), [submission], NOW, () => "");
  const of = `m${++messages}`;
  const references = [0, 1, 2].map((part) => `${of}p${part}`);
  const submitted: (readonly AcceptedPart[])[] = [];
  const answering = (answer: CarrierAnswer) => ({
    ...carrierNamed("smsc", 10, async ([message]: readonly Outgoing[]) => {
      submitted.push(message?.already ?? []);
      return [answer];
    }),
    isIdempotent: false,
  });
  const first = { part: 0, reference: references[0] ?? null };
  const { id } = item;
  const put = { id, outcome: "later", code: "not submitted", afterMs: 1_000, counts: true } as const;
  const half = answering(
    rest === "later" ? { ...put, accepted: [first] } : { id, outcome: "unknown", accepted: [first] },
  );
  await dispatch(db(), half, NOW, BY_DAY);
  return {
    references,
    first,
    submitted,
    submitRest: (isDraining = false) => {
      const carrier = { ...answering(accepted(item.id, ...references)), isDraining };
      return dispatch(db(), carrier, later(HELD_MS), BY_DAY);
    },
    status: async () => (await messagesOf(accountId))[0]?.status,
    isQueued: async () => (await messagesOf(accountId))[0]?.isQueued,
  };
}

describe("a message of which a carrier took a part", () => {
  test.each([
    ["nothing is reported of it", null],
    ["it is on its way", 8],
    ["it is delivered", 1],
  ])("has the others submitted, and not that one again, when %s meanwhile", async (_, code) => {
    const message = await partlyTaken();
    const [reference = ""] = message.references;
    if (code !== null) await give(report(reference, code));
    expect(await message.submitRest()).toMatchObject({ submitted: 1 });
    expect(message.submitted).toEqual([[], [{ ...message.first, partCount: 3 }]]);
    const left = code === 1 ? message.references.slice(1) : message.references;
    for (const each of left) {
      expect([await message.status(), await message.isQueued()]).toEqual([
        expect.not.stringMatching("DELIVRD"),
        true,
      ]);
      await give(report(each, 1));
    }
    expect([await message.status(), await message.isQueued()]).toEqual(["DELIVRD", false]);
  });

  test.each([
    ["delivered", 1, "DELIVRD"],
    ["delivered in part", 2, "UNDELIV"],
  ])("is under way no more when its reports come together, and it is %s", async (_, code, status) => {
    const message = await partlyTaken();
    await message.submitRest();
    const [first = "", ...others] = message.references;
    await give(report(first, code), ...others.map((each) => report(each, 1)));
    expect([await message.status(), await message.isQueued()]).toEqual([status, false]);
  });

  it("is delivered with its last part when that one is reported on while the others are recorded", async () => {
    for (let round = 0; round < 10; round++) {
      const message = await partlyTaken();
      const [reference = "", ...others] = message.references;
      // A claim skips a message that a report has locked. The next claim finds it.
      const submitted = async () => {
        while ((await message.submitRest()).submitted === 0);
      };
      await Promise.all([submitted(), give(report(reference, 1))]);
      await Promise.all(others.map((each) => give(report(each, 1))));
      expect([await message.status(), await message.isQueued()]).toEqual(["DELIVRD", false]);
    }
  });

  it("is not given up though it is marketing, nor perhaps sent twice, where the others were surely not taken", async () => {
    const message = await partlyTaken("later", "marketing");
    const slice = { carrierId: SIMULATOR_ID, now: later(HELD_MS), after: FIRST, limit: 10 };
    const stranded = await db().query(findStrandedStatement(slice));
    // No other carrier could end it.
    expect(stranded).toMatchObject([{ hasBegun: true }]);
    expect(await message.submitRest()).toMatchObject({ submitted: 1 });
    expect(message.submitted).toEqual([[], [{ ...message.first, partCount: 3 }]]);
    await give(...message.references.map((each) => report(each, 1)));
    expect([await message.status(), await message.isQueued()]).toEqual(["DELIVRD", false]);
    const where = { reference: { in: message.references } };
    const rows = await db().prisma.carrierSubmission.findMany({ where, orderBy: { part: "asc" } });
    expect(rows).toMatchObject([0, 1, 2].map((part) => ({ part, partCount: 3, possibleDuplicate: false })));
  });

  it.each(["perhaps", "later"] as const)(
    "has the others submitted where the carrier is drained, and no new message with them: %s",
    async (rest) => {
      const message = await partlyTaken(rest);
      const { accountId } = await testAccount();
      const items = [testItem({ dueAt: NOW })];
      await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
      expect(await message.submitRest(true)).toMatchObject({ claimed: 1, submitted: 1 });
      expect(message.submitted).toEqual([[], [{ ...message.first, partCount: 3 }]]);
      await give(...message.references.map((each) => report(each, 1)));
      expect(await message.status()).toBe("DELIVRD");
      expect(await messagesOf(accountId)).toMatchObject([{ attempts: 0, isQueued: true }]);
      const begun = await db().prisma.queuedMessage.count({ where: { begun: true } });
      expect(begun).toBe(0);
    },
  );

  it("ends with it when it fails: the others are not submitted any more", async () => {
    const message = await partlyTaken();
    await give(report(message.references[0] ?? "", 2));
    expect(await message.submitRest()).toMatchObject({ submitted: 0 });
    expect([await message.status(), message.submitted.length]).toEqual(["UNDELIV", 1]);
  });
});

describe("a message that its carrier submits as more parts than are billed", () => {
  /** Returns the records of a message that is billed as two parts and submitted as three. */
  async function answered(answer: (id: string) => CarrierAnswer) {
    const { accountId } = await testAccount();
    const item = testItem({ dueAt: NOW });
    await accept(
      db(),
      [testSubmission(accountId, { items: [item], body: "a".repeat(2 * 153), parts: 2 })],
      NOW,
      () => "",
    );
    const carrier = carrierNamed("smsc", 10, async () => [answer(item.id)]);
    await dispatch(db(), { ...carrier, isIdempotent: false }, NOW, BY_DAY);
    const where = { messageId: item.id };
    const rows = await db().prisma.carrierSubmission.findMany({ where, orderBy: { part: "asc" } });
    return rows.map(({ part, partCount, state }) => ({ part, partCount, state }));
  }
  const taken = (...parts: number[]) => ({
    accepted: parts.map((part) => ({ part, reference: `w${++messages}` })),
    partCount: 3,
  });
  const row = (part: number, state: string) => ({ part, partCount: 3, state });

  it.each(["unknown", "later"] as const)(
    "has those kept that were taken, the last one too: %s",
    async (outcome) => {
      const later = { code: "not submitted", afterMs: 1_000, counts: true };
      const rows = await answered((id) =>
        outcome === "later" ? { id, outcome, ...later, ...taken(0, 2) } : { id, outcome, ...taken(0, 2) },
      );
      expect(rows).toEqual([row(0, "accepted"), row(2, "accepted")]);
    },
  );

  it("has the cause kept where its last one is refused", async () => {
    const rows = await answered((id) => ({ id, outcome: "refused", code: "0x65", ...taken(0, 1) }));
    expect(rows).toEqual([row(0, "accepted"), row(1, "accepted"), row(2, "refused")]);
  });
});

it("a message is delivered with all of its parts to which the carrier gives one reference, or one to several", async () => {
  for (const of of [
    ["r", "r", "r"],
    ["r", "s", "s"],
  ]) {
    const { accountId } = await testAccount();
    const items = [testItem({ dueAt: NOW })];
    const long = { items, body: "a".repeat(3 * 153), parts: 3 };
    await accept(db(), [testSubmission(accountId, long)], NOW, () => "");
    const references = of.map((each) => `${each}${messages}`);
    messages++;
    const carrier = carrierNamed("smsc", 10, async ([message]) => [
      accepted(message?.id ?? "", ...references),
    ]);
    await dispatch(db(), carrier, NOW, BY_DAY);
    const [last = "", ...others] = [...new Set(references)];
    await give(...others.map((each) => report(each, 1)));
    expect(await messagesOf(accountId)).toMatchObject([{ status: "PENDING", isQueued: true }]);
    await give(report(last, 1));
    expect(await messagesOf(accountId)).toMatchObject([{ status: "DELIVRD", isQueued: false }]);
  }
});

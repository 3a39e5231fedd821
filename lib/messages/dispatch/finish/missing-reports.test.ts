import { describe, expect, it, test } from "vitest";
import type { Carrier } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { OPERATIONS } from "@/lib/jobs/operations";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { endUnreported } from "@/lib/messages/dispatch/finish/missing-reports";
import { report } from "@/lib/messages/dispatch/report";
import { accepted, carrierNamed, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** A network that accepts all messages, with one reference for each part. */
const network: Carrier = {
  ...carrierNamed("test", 100, async (batch) =>
    batch.map(({ id, parts }) => accepted(id, ...parts.map((_, part) => `${id} ${part}`))),
  ),
  isIdempotent: false,
};

const LONG = { body: "a".repeat(300), parts: 2 };

/** Creates a message that is valid for a day, and returns its account's events of it. */
async function message(overrides: Partial<Submission> = {}, carrier = network) {
  const { accountId } = await testAccount();
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
  const item = testItem({ dueAt: NOW });
  const submission = testSubmission(accountId, { items: [item], validityMinutes: 1_440, ...overrides });
  await accept(db(), [submission], NOW, () => "");
  await dispatch(db(), carrier, NOW, BY_DAY);
  const status = async () => {
    const [row] = await messagesOf(accountId);
    return [row?.status, row?.statusCode];
  };
  const told = async () => {
    const deliveries = await db().prisma.webhookDelivery.findMany({
      where: { accountId },
      orderBy: { id: "asc" },
    });
    return deliveries.map(({ body }) => (JSON.parse(body) as { status: string }).status);
  };
  return { accountId, id: item.id, status, told };
}

const reports = (id: string, code: number, ms: number, part = 0) =>
  report(
    db(),
    "test",
    [{ reference: `${id} ${part}`, key: `${code} ${part}`, code, reportedAt: later(ms) }],
    later(ms),
  );

describe("a message that a network took", () => {
  it("is unknown a day after its validity where no end was reported, and that is told once", async () => {
    const { id, status, told } = await message();
    await reports(id, 8, MINUTE_MS);
    expect(await endUnreported(db(), later(2 * DAY_MS - 1))).toBe(0);
    expect(await status()).toEqual(["ACCEPTD", 8]);
    const ended = await Promise.all([1, 2, 3].map(() => endUnreported(db(), later(2 * DAY_MS))));
    expect(ended.toSorted()).toEqual([0, 0, 1]);
    expect(await endUnreported(db(), later(9 * DAY_MS))).toBe(0);
    expect(await status()).toEqual(["UNKNOWN", 0]);
    expect(await told()).toEqual(["ACCEPTD", "UNKNOWN"]);
  });

  it("is told of as unknown once, where its network has said so already", async () => {
    const { id, status, told } = await message();
    await reports(id, 77, MINUTE_MS);
    expect(await endUnreported(db(), later(2 * DAY_MS))).toBe(0);
    expect(await status()).toEqual(["UNKNOWN", 77]);
    expect(await told()).toEqual(["UNKNOWN"]);
  });

  it("is told of as unknown once, where its network says so at the same time", async () => {
    const { id, told } = await message();
    const at = later(2 * DAY_MS);
    let ended: Promise<number> | undefined;
    await db().transaction(async (tx) => {
      await report(tx, "test", [{ reference: `${id} 0`, key: "77", code: 77, reportedAt: at }], at);
      ended = endUnreported(db(), at);
      await Promise.race([ended, someoneWaits()]);
    });
    expect(await ended).toBe(0);
    expect(await told()).toEqual(["UNKNOWN"]);
  });

  it("is what a later report says all the same, of all its parts", async () => {
    const { id, status, told } = await message(LONG);
    await endUnreported(db(), later(2 * DAY_MS));
    expect(await status()).toEqual(["UNKNOWN", 0]);
    await reports(id, 1, 3 * DAY_MS, 0);
    await reports(id, 1, 3 * DAY_MS, 1);
    expect(await status()).toEqual(["DELIVRD", 1]);
    expect(await endUnreported(db(), later(9 * DAY_MS))).toBe(0);
    expect(await told()).toEqual(["UNKNOWN", "DELIVRD"]);
  });

  it("stays as it was reported where that is an end", async () => {
    const { id, status, told } = await message();
    await reports(id, 2, MINUTE_MS);
    expect(await endUnreported(db(), later(9 * DAY_MS))).toBe(0);
    expect(await status()).toEqual(["UNDELIV", 2]);
    expect(await told()).toEqual(["UNDELIV"]);
  });

  it("has the validity that its request says, or that of a code", async () => {
    const { status } = await message({ sendType: "otp", validityMinutes: 10 });
    expect(await endUnreported(db(), later(DAY_MS + 9 * MINUTE_MS))).toBe(0);
    expect(await endUnreported(db(), later(DAY_MS + 10 * MINUTE_MS))).toBe(1);
    expect(await status()).toEqual(["UNKNOWN", 0]);
  });

  it("is ended by the sweep, beside others", async () => {
    const { status } = await message();
    await OPERATIONS.sweep(later(2 * DAY_MS));
    expect(await status()).toEqual(["UNKNOWN", 0]);
  });
});

describe("a message with reports on some of its parts", () => {
  test.each([0, 1])("is delivered when its validity is over: part %i", async (part) => {
    const { accountId, id, status, told } = await message(LONG);
    await reports(id, 1, MINUTE_MS, part);
    expect(await endUnreported(db(), later(DAY_MS - 1))).toBe(0);
    expect(await status()).toEqual(["PENDING", null]);
    const ended = await Promise.all([1, 2, 3].map(() => endUnreported(db(), later(DAY_MS))));
    expect(ended.toSorted()).toEqual([0, 0, 1]);
    expect(await status()).toEqual(["DELIVRD", 1]);
    const [row] = await messagesOf(accountId);
    expect(row?.statusAt).toEqual(later(MINUTE_MS));
    expect(await db().prisma.queuedMessage.count({ where: { accountId } })).toBe(0);
    await reports(id, 2, DAY_MS + MINUTE_MS, 1 - part);
    expect(await endUnreported(db(), later(9 * DAY_MS))).toBe(0);
    expect(await status()).toEqual(["DELIVRD", 1]);
    expect(await told()).toEqual(["DELIVRD"]);
  });

  it("is not delivered while another part is refused or has no final report", async () => {
    const failed = await message(LONG);
    await reports(failed.id, 1, MINUTE_MS, 0);
    await reports(failed.id, 2, 2 * MINUTE_MS, 1);
    const accepted = await message(LONG);
    await reports(accepted.id, 8, MINUTE_MS, 0);
    expect(await endUnreported(db(), later(DAY_MS))).toBe(0);
    expect(await failed.status()).toEqual(["UNDELIV", 2]);
    expect(await accepted.status()).toEqual(["ACCEPTD", 8]);
    await endUnreported(db(), later(2 * DAY_MS));
    expect(await accepted.status()).toEqual(["UNKNOWN", 0]);
  });

  it("is delivered a day later if the report came after its validity", async () => {
    const { id, status } = await message(LONG);
    await endUnreported(db(), later(DAY_MS));
    await endUnreported(db(), later(DAY_MS + 30 * MINUTE_MS));
    await reports(id, 1, DAY_MS + 31 * MINUTE_MS, 0);
    await endUnreported(db(), later(2 * DAY_MS));
    expect(await status()).toEqual(["DELIVRD", 1]);
  });

  it("ends once if its last part is reported at the same time", async () => {
    const { id, status, told } = await message(LONG);
    await reports(id, 1, MINUTE_MS, 0);
    await Promise.all([reports(id, 1, DAY_MS, 1), endUnreported(db(), later(DAY_MS))]);
    await endUnreported(db(), later(DAY_MS + MINUTE_MS));
    expect(await status()).toEqual(["DELIVRD", 1]);
    expect(await told()).toEqual(["DELIVRD"]);
  });
});

describe("a message that no network has for certain", () => {
  it("is told of once where it was given up", async () => {
    const silent = carrierNamed("test", 100, async (batch) => batch.map(({ id }) => unknown(id)));
    const given = { ...silent, isIdempotent: false };
    const { told } = await message({ messageClass: "marketing" }, given);
    await dispatch(db(), given, later(5 * MINUTE_MS), BY_DAY);
    expect(await told()).toEqual(["UNKNOWN"]);
    expect(await endUnreported(db(), later(9 * DAY_MS))).toBe(0);
    expect(await told()).toEqual(["UNKNOWN"]);
  });

  test.each([
    ["is held", { held: true, dueAt: null }],
    ["is paused", { pausedAt: NOW, pausedDueAt: NOW, dueAt: null }],
    ["waits", { dueAt: later(DAY_MS) }],
  ])("is left alone while it %s", async (_, data) => {
    const silent = { ...network, room: () => 0 };
    const { accountId, status } = await message({}, silent);
    await db().prisma.queuedMessage.updateMany({ where: { accountId }, data });
    expect(await endUnreported(db(), later(9 * DAY_MS))).toBe(0);
    expect(await status()).toEqual(["PENDING", null]);
  });
});

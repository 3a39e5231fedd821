import { beforeEach, describe, expect, it, test } from "vitest";
import type { CarrierAnswer } from "@/lib/carriers/carrier";
import { httpKind } from "@/lib/carriers/http/kind";
import { smppKind } from "@/lib/carriers/smpp/kind";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { receive } from "@/lib/inbound/receive";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { expireOverdue } from "@/lib/messages/dispatch/expire";
import { reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { report } from "@/lib/messages/dispatch/report";
import { LEASE_MS } from "@/lib/queue/leased";
import { accepted, carrierNamed, NEVER_MS, refused, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { carrierInbound, newMobile } from "@/tests/support/inbound";
import { givenFor } from "@/tests/support/provider/http-carrier";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Answers arrive shortly after the handover, and the hold begins with them. */
const MOMENT_MS = 2_000;

/** Returns a network that counts a second submission as another message. */
function real(answer: (id: string) => CarrierAnswer) {
  const given: string[] = [];
  const carrier = carrierNamed("smsc", 10, async (batch) => {
    given.push(...batch.map(({ id }) => id));
    return batch.map(({ id }) => answer(id));
  });
  return { carrier: { ...carrier, isIdempotent: false }, given };
}

async function accepts(overrides: Partial<Submission> = {}) {
  const { accountId } = await testAccount();
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
  const [item = testItem({ dueAt: NOW })] = overrides.items ?? [];
  await accept(db(), [testSubmission(accountId, { ...overrides, items: [item] })], NOW, () => "");
  return {
    accountId,
    id: item.id,
    row: async () => (await messagesOf(accountId))[0],
    events: () => db().prisma.webhookDelivery.count({ where: { accountId } }),
    attempts: () =>
      db().prisma.carrierSubmission.findMany({ where: { messageId: item.id }, orderBy: { attempt: "asc" } }),
  };
}

const MARKETING = { messageClass: "marketing" } as const;
const CODE = { sendType: "otp" } as const;

describe("a message that a carrier perhaps took", () => {
  test.each([
    ["a transactional one", {}, 120_000],
    ["a one-time code", CODE, 20_000],
    ["a code, whatever its class", { ...CODE, ...MARKETING }, 20_000],
  ])("%s is held, then submitted again as a possible duplicate", async (_, kind, holdMs) => {
    const message = await accepts(kind);
    const silent = real(unknown);
    expect(await dispatch(db(), silent.carrier, NOW, BY_DAY)).toMatchObject({ retried: 1 });
    const { dueAt } = (await message.row()) ?? {};
    expect(dueAt?.getTime()).toBeGreaterThanOrEqual(later(holdMs).getTime());
    expect(dueAt?.getTime()).toBeLessThan(later(holdMs + MOMENT_MS).getTime());
    const answering = real((id) => accepted(id, `r${id}`));
    expect(await dispatch(db(), answering.carrier, later(holdMs - 1), BY_DAY)).toMatchObject({ claimed: 0 });
    await dispatch(db(), answering.carrier, later(holdMs + MOMENT_MS), BY_DAY);
    expect(answering.given).toEqual([message.id]);
    expect(await message.attempts()).toMatchObject([
      { attempt: 2, state: "accepted", possibleDuplicate: true, reference: `r${message.id}` },
    ]);
  });

  it("is never submitted again when it is marketing: it ends UNKNOWN, and is told of", async () => {
    const message = await accepts(MARKETING);
    const network = real(unknown);
    await dispatch(db(), network.carrier, NOW, BY_DAY);
    await dispatch(db(), network.carrier, later(120_000 + MOMENT_MS), BY_DAY);
    expect(network.given).toEqual([message.id]);
    expect(await message.row()).toMatchObject({ status: "UNKNOWN", statusCode: 0, dueAt: null });
    expect(await message.events()).toBe(1);
    expect(await dispatch(db(), network.carrier, later(1e9), BY_DAY)).toMatchObject({ claimed: 0 });
  });

  test.each([
    [{}, ["PENDING", 2]],
    [MARKETING, ["UNKNOWN", 1]],
  ])("counts as such when a server ended while it was in flight: %j", async (kind, [status, submitted]) => {
    const message = await accepts(kind);
    const network = real((id) => accepted(id, "r"));
    // The first server does not answer any more.
    const dead = {
      ...network.carrier,
      answerTimeoutMs: NEVER_MS,
      submit: () => network.given.push(message.id),
    };
    void dispatch(db(), dead as never, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(1);
    expect(await dispatch(db(), network.carrier, later(LEASE_MS), BY_DAY)).toMatchObject({ retried: 1 });
    expect(await message.row()).toMatchObject({ dueAt: later(120_000), attempts: 1 });
    await dispatch(db(), network.carrier, later(120_000), BY_DAY);
    expect([(await message.row())?.status, network.given.length]).toEqual([status, submitted]);
  });

  it("is held for as long as its carrier says, and given up where that says so", async () => {
    const message = await accepts();
    const terms = { timers: { unknownHoldMs: 5_000 }, resendUnknown: "never" as const };
    const { carrier } = real(unknown);
    const given = {
      host: "127.0.0.1",
      systemId: "a",
      password: "b",
      tps: 1,
      ...terms,
    };
    const { ifUnknown } = smppKind.open({ id: -1, name: "north", given, db: db() });
    const http = givenFor("http://127.0.0.1:1", terms);
    expect(httpKind.open({ id: -1, name: "kannel", given: http, db: db() }).ifUnknown).toEqual(ifUnknown);
    if (!ifUnknown) throw new Error("The network's settings say nothing.");
    await dispatch(db(), { ...carrier, ifUnknown }, NOW, BY_DAY);
    expect((await message.row())?.dueAt?.getTime()).toBeLessThan(later(5_000 + MOMENT_MS).getTime());
    await dispatch(db(), { ...carrier, ifUnknown }, later(5_000 + MOMENT_MS), BY_DAY);
    expect(await message.row()).toMatchObject({ status: "UNKNOWN" });
  });

  it("is submitted again, marketing too, where its carrier says so", async () => {
    const message = await accepts(MARKETING);
    const { carrier, given } = real(unknown);
    const network = { ...carrier, ifUnknown: { resend: "always" as const } };
    await dispatch(db(), network, NOW, BY_DAY);
    await dispatch(db(), network, later(120_000 + MOMENT_MS), BY_DAY);
    expect(given).toEqual([message.id, message.id]);
  });

  it.each([8, 1])("is not submitted again once a report of code %i has come of it", async (code) => {
    const message = await accepts();
    const { carrier, given } = real(unknown);
    await dispatch(db(), carrier, NOW, BY_DAY);
    const submission = { messageId: message.id, carrier: carrier.name, submittedAt: NOW };
    await db().prisma.carrierSubmission.create({ data: { ...submission, reference: "late" } });
    await report(db(), carrier.name, [{ reference: "late", key: "k", code, reportedAt: NOW }], NOW);
    await dispatch(db(), carrier, later(120_000 + MOMENT_MS), BY_DAY);
    expect(given).toEqual([message.id]);
  });

  it.each([
    ["given up", MARKETING, "UNKNOWN", unknown],
    ["refused at its second time", {}, "FAILED", refused],
  ] as const)(
    "may still be answered after it was %s: an opt-out finds its account",
    async (_, kind, status, answer) => {
      const msisdn = newMobile();
      const message = await accepts({ ...kind, items: [testItem({ msisdn, dueAt: NOW })] });
      await dispatch(db(), real(unknown).carrier, NOW, BY_DAY);
      await dispatch(db(), real(answer).carrier, later(120_000 + MOMENT_MS), BY_DAY);
      expect(await message.row()).toMatchObject({ status });
      await receive(db(), "smsc", [carrierInbound({ from: msisdn, body: "STOP" })], later(300_000));
      const optOuts = await db().prisma.blockedNumber.findMany({ where: { msisdn } });
      expect(optOuts).toMatchObject([{ accountId: message.accountId, keyword: "STOP", active: true }]);
    },
  );

  it("may still be delivered after it was given up", async () => {
    const message = await accepts({ ...MARKETING });
    const network = real((id) => ({ id, outcome: "unknown", accepted: [{ part: 0, reference: "known" }] }));
    await dispatch(db(), network.carrier, NOW, BY_DAY);
    await dispatch(db(), network.carrier, later(120_000 + MOMENT_MS), BY_DAY);
    expect((await message.row())?.status).toBe("UNKNOWN");
    const report = { reference: "known", key: "1", code: 1, reportedAt: later(200_000) };
    await reportOrPark(db(), "smsc", [report], later(200_000));
    expect(await message.row()).toMatchObject({ status: "DELIVRD", isQueued: false });
  });
});

describe("a message's validity", () => {
  it("runs from when it may go out, and ends it FAILED where no carrier may have it", async () => {
    const message = await accepts({ validityMinutes: 5 });
    const down = { ...real(unknown).carrier, room: () => 0 };
    expect(await dispatch(db(), down, later(300_000), BY_DAY)).toMatchObject({ claimed: 0 });
    expect(await expireOverdue(db(), later(299_999))).toBe(0);
    expect(await expireOverdue(db(), later(300_000))).toBe(1);
    expect(await message.row()).toMatchObject({ status: "FAILED", statusCode: 16, isQueued: false });
    expect(await message.events()).toBe(1);
  });

  it("ends it then where the carrier wants it again only after that", async () => {
    const message = await accepts({ validityMinutes: 5 });
    const busy = { outcome: "later", code: "busy", afterMs: 3_600_000, counts: false } as const;
    await dispatch(db(), real((id) => ({ id, ...busy })).carrier, NOW, BY_DAY);
    expect(await expireOverdue(db(), later(299_999))).toBe(0);
    expect(await expireOverdue(db(), later(300_000))).toBe(1);
    expect(await message.row()).toMatchObject({ status: "FAILED", statusCode: 16, isQueued: false });
    expect(await message.events()).toBe(1);
  });

  it("ends it UNKNOWN where a carrier perhaps has it", async () => {
    const message = await accepts({ validityMinutes: 1 });
    const network = real(unknown);
    await dispatch(db(), network.carrier, NOW, BY_DAY);
    expect(await expireOverdue(db(), later(130_000))).toBe(0);
    await dispatch(db(), network.carrier, later(130_000), BY_DAY);
    expect([(await message.row())?.status, network.given.length]).toEqual(["UNKNOWN", 1]);
  });

  it("ends it UNKNOWN where a carrier that perhaps has it is down or switched off for good", async () => {
    const { id: carrierId } = await db().prisma.carrier.create({
      data: { name: "gone", kind: "smpp", enabled: false },
    });
    const held = await accepts({ validityMinutes: 1 });
    const long = await accepts({ validityMinutes: 60 });
    await dispatch(db(), real(unknown).carrier, NOW, BY_DAY);
    await db().query(sql`update message_queue set carrier_id = ${carrierId}::smallint`);
    const dueMs = 120_000 + MOMENT_MS;
    expect(await expireOverdue(db(), later(dueMs))).toBe(0);
    expect(await expireOverdue(db(), later(dueMs + 300_000))).toBe(1);
    expect(await held.row()).toMatchObject({ status: "UNKNOWN", statusCode: 0, dueAt: null });
    expect(await held.attempts()).toMatchObject([{ carrier: "gone", state: "unknown", error: null }]);
    expect(await held.events()).toBe(1);
    expect([(await long.row())?.status, await long.events()]).toEqual(["PENDING", 0]);
    expect(await expireOverdue(db(), later(3_600_000 + dueMs))).toBe(1);
    expect((await long.row())?.status).toBe("UNKNOWN");
    expect(await expireOverdue(db(), later(7_200_000))).toBe(0);
  });

  it("is told to the carrier", async () => {
    await accepts({ validityMinutes: 7 });
    const until: Date[] = [];
    const carrier = carrierNamed("smsc", 10, async (batch) => {
      until.push(...batch.map(({ validUntil }) => validUntil));
      return batch.map(({ id }) => accepted(id, id));
    });
    await dispatch(db(), carrier, NOW, BY_DAY);
    expect(until).toEqual([later(420_000)]);
  });
});

import { InngestTestEngine, mockCtx } from "@inngest/test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dispatchWhenDue } from "@/inngest/functions/dispatch-due";
import { releaseWhenApproved } from "@/inngest/functions/release-held";
import { sweepEveryMinute } from "@/inngest/functions/sweep";
import { deliverWhenDue } from "@/inngest/functions/webhooks-due";
import { db } from "@/lib/db/client";
import { OPERATIONS } from "@/lib/jobs/operations";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** A Saturday noon in New Zealand. */
const NOON = new Date("2026-11-20T23:00:00.000Z");
const SECOND_LATER = "2026-11-20T23:00:01.000Z";

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  await emptyQueue();
  await db().prisma.simulatedMessage.deleteMany();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Engine = ConstructorParameters<typeof InngestTestEngine>[0];

/** Runs a whole function. Sleeps end at once, and events are recorded instead of sent. */
async function run(fn: Engine["function"], name: string, data: Record<string, unknown>) {
  const slept: string[] = [];
  const sent: { name: string; data: unknown; id?: string }[] = [];
  const engine = new InngestTestEngine({
    function: fn,
    events: [{ name, data }],
    transformCtx: (given) => {
      const ctx = mockCtx(given);
      ctx.step.sleepUntil = async (_id, at) =>
        void slept.push(String(at instanceof Date && at.toISOString()));
      ctx.step.sendEvent = async (_id, events) => {
        sent.push(...([events].flat() as typeof sent));
        return { ids: [] };
      };
      return ctx;
    },
  });
  const { result, error } = await engine.execute();
  return { result, error, slept, sent };
}

async function queue(dueAt: Date | null, overrides = {}) {
  const { accountId } = await testAccount();
  await accept(
    db(),
    [testSubmission(accountId, { items: [testItem({ dueAt })], ...overrides })],
    NOON,
    () => "",
  );
  return accountId;
}

describe("dispatch-due", () => {
  it("sleeps, sends what is due, and announces what is due next", async () => {
    const later = new Date("2026-11-21T01:00:00.000Z");
    const [accountId] = [await queue(NOON), await queue(later)];
    const { result, slept, sent } = await run(dispatchWhenDue, "gateway/dispatch.due", {
      at: NOON.toISOString(),
    });
    expect(result).toEqual({ runs: 3 });
    // The engine calls the handler again for each step, as Inngest does.
    expect(new Set(slept)).toEqual(new Set(["2026-11-20T23:00:00.500Z"]));
    expect((await messagesOf(accountId))[0]).toMatchObject({ dueAt: null, carrier: "simulator" });
    // The simulator's report is due before the other message.
    const id = `gateway/dispatch.due@${SECOND_LATER}`;
    expect(sent).toMatchObject([{ id, name: "gateway/dispatch.due", data: { at: SECOND_LATER } }]);
  });

  it("changes nothing the second time", async () => {
    const accountId = await queue(NOON);
    await run(dispatchWhenDue, "gateway/dispatch.due", { at: NOON.toISOString() });
    const before = await messagesOf(accountId);
    const { result } = await run(dispatchWhenDue, "gateway/dispatch.due", { at: NOON.toISOString() });
    expect(result).toEqual({ runs: 3 });
    expect(await messagesOf(accountId)).toEqual(before);
    expect(await db().prisma.simulatedMessage.count()).toBe(1);
  });
});

describe("release-held", () => {
  it("releases what the account's approvals allow and sends it", async () => {
    const held = { heldHosts: ["example.com"] };
    const [accountId, other] = [await queue(null, held), await queue(null, held)];
    for (const id of [accountId, other]) {
      await db().prisma.approvedDomain.create({
        data: { accountId: id, domain: "example.com", approvedAt: NOON },
      });
    }
    expect((await run(releaseWhenApproved, "gateway/domain.approved", { accountId })).result).toMatchObject({
      released: 1,
    });
    expect((await messagesOf(accountId))[0]).toMatchObject({ carrier: "simulator", submittedAt: NOON });
    expect((await messagesOf(other))[0]).toMatchObject({ dueAt: null, heldHosts: ["example.com"] });
    expect((await run(releaseWhenApproved, "gateway/domain.approved", { accountId })).result).toMatchObject({
      released: 0,
    });
  });

  it("waits for the morning at night", async () => {
    vi.setSystemTime(new Date("2026-11-20T10:00:00.000Z"));
    const accountId = await queue(null, { heldHosts: ["example.com"] });
    await db().prisma.approvedDomain.create({
      data: { accountId, domain: "example.com", approvedAt: NOON },
    });
    const { sent } = await run(releaseWhenApproved, "gateway/domain.approved", { accountId });
    expect(sent).toMatchObject([{ data: { at: "2026-11-20T18:00:00.000Z" } }]);
    expect((await messagesOf(accountId))[0]?.submittedAt).toBeNull();
  });
});

describe("webhooks-due", () => {
  it("delivers until nothing is due and announces when more will be, once for all", async () => {
    const inFiveMinutes = new Date(NOON.getTime() + 300_400);
    const deliver = vi.spyOn(OPERATIONS, "webhooks");
    deliver.mockResolvedValueOnce({ more: true });
    deliver.mockResolvedValueOnce({ more: false, nextAt: inFiveMinutes });
    const { result, sent } = await run(deliverWhenDue, "gateway/webhooks.due", { at: NOON.toISOString() });
    expect(result).toEqual({ runs: 2 });
    expect(sent).toMatchObject([{ name: "gateway/webhooks.due", data: { at: "2026-11-20T23:05:15.000Z" } }]);
  });

  it("goes on in another step when one has taken long enough", async () => {
    const deliver = vi.spyOn(OPERATIONS, "webhooks");
    let batches = 0;
    deliver.mockImplementation(async () => {
      vi.setSystemTime(Date.now() + 3_000);
      return { more: ++batches < 5 };
    });
    const { result, slept, sent } = await run(deliverWhenDue, "gateway/webhooks.due", {
      at: NOON.toISOString(),
    });
    expect({ result, sent }).toEqual({ result: { runs: 5 }, sent: [] });
    expect(new Set(slept).size).toBe(1);
  });
});

describe("sweep", () => {
  it("does all that is overdue", async () => {
    const accountId = await queue(new Date(NOON.getTime() - 60_000));
    vi.spyOn(OPERATIONS, "webhooks").mockResolvedValue({ more: false });
    vi.spyOn(OPERATIONS, "sweep").mockResolvedValue({ more: false });
    const topUps = vi.spyOn(OPERATIONS, "top-ups").mockResolvedValue({ more: false });
    const emails = vi.spyOn(OPERATIONS, "emails");
    emails.mockResolvedValueOnce({ more: true }).mockResolvedValueOnce({ more: false });
    expect((await run(sweepEveryMinute, "inngest/scheduled.timer", {})).result).toEqual({ runs: 7 });
    expect((await messagesOf(accountId))[0]).toMatchObject({ carrier: "simulator" });
    expect([topUps.mock.calls.length, emails.mock.calls.length]).toEqual([1, 2]);
  });

  it("has a run of its own go on with what its step has no time for", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOON });
    for (const job of ["webhooks", "sweep", "top-ups", "emails"] as const)
      vi.spyOn(OPERATIONS, job).mockResolvedValue({ more: false });
    vi.spyOn(OPERATIONS, "dispatch").mockImplementation(async () => {
      vi.advanceTimersByTime(2_000);
      return { more: true };
    });
    const { sent } = await run(sweepEveryMinute, "inngest/scheduled.timer", {});
    expect(sent).toMatchObject([{ name: "gateway/dispatch.due" }]);
    const { sent: afterApproval } = await run(releaseWhenApproved, "gateway/domain.approved", {
      accountId: 1,
    });
    expect(afterApproval).toMatchObject([{ name: "gateway/dispatch.due" }]);
  });
});

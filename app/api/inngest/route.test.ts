import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as send } from "@/app/gateway/sms/out/route";
import { inngest } from "@/inngest/client";
import { startInngestWakeUps } from "@/inngest/wake-ups";
import { db } from "@/lib/db/client";
import { setJobRunner, wake } from "@/lib/db/wake";
import { announceApproval } from "@/lib/domains/announce-approval";
import { reloadEnv } from "@/lib/env";
import { OPERATIONS } from "@/lib/jobs/operations";
import { requestRunner } from "@/lib/jobs/request-runner";
import { stopWakeUps } from "@/lib/jobs/wake/inngest-wake";
import { openLog, setLog } from "@/lib/log";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { call, emptyQueue, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { InngestExecutor } from "@/tests/support/server/inngest-executor";

useTestDatabase();

/** A Friday, 22:00 in New Zealand, and the next morning. */
const NIGHT = new Date("2026-11-20T09:00:00.000Z");
const MORNING = new Date("2026-11-20T18:00:00.000Z");

const context = { params: Promise.resolve({}) };
const server = new InngestExecutor({
  GET: async (request) => (await endpoint()).GET(new NextRequest(request), context),
  POST: async (request) => (await endpoint()).POST(new NextRequest(request), context),
  PUT: async (request) => (await endpoint()).PUT(new NextRequest(request), context),
});

/** Imported late, because the module reads the settings when it is loaded. */
const endpoint = () => import("@/app/api/inngest/route");

let address: string;
let account: TestAccount;

function configure(settings: {
  INNGEST_DEV?: string;
  INNGEST_SIGNING_KEY?: string;
  INNGEST_EVENT_KEY?: string;
}) {
  for (const name of ["INNGEST_DEV", "INNGEST_SIGNING_KEY", "INNGEST_EVENT_KEY"]) delete process.env[name];
  Object.assign(process.env, settings);
  inngest.setEnvVars({ INNGEST_DEV: undefined, INNGEST_SIGNING_KEY: undefined, ...settings });
  reloadEnv();
}

beforeAll(async () => {
  setJobRunner(requestRunner);
  address = await server.listen();
  configure({ INNGEST_DEV: address });
  expect(await (await server.register()).json()).toMatchObject({ modified: true });
});

beforeEach(async () => {
  server.reset();
  configure({ INNGEST_DEV: address });
  startInngestWakeUps();
  account = await testAccount({ balanceMicros: 1_000_000_000n });
  await emptyQueue();
  await db().query({ text: "delete from simulated_messages", values: [] });
  vi.useFakeTimers({ toFake: ["Date"], now: NIGHT });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  stopWakeUps();
});

afterAll(async () => {
  configure({});
  await server.close();
});

const text = (body: string, to: string | string[] = "64211234567") =>
  call(send, {
    json: { userId: account.userId, password: account.password, to, body, messageClass: "transactional" },
  });

/** The client itself tries five times. */
const givenUp = () => expect.poll(() => server.refused).toBe(5);

const received = () => expect.poll(() => server.received).not.toHaveLength(0);

/** Returns the texts that the simulator received, in the order of submission. */
async function handedOver(): Promise<string[]> {
  const rows = await db().prisma.simulatedMessage.findMany({
    orderBy: [{ receivedAt: "asc" }, { reference: "asc" }],
  });
  return rows.map(({ body }) => body);
}

describe("the protocol", () => {
  it("registers four functions, which try again twenty times but for the sweep", () => {
    const registered = [...server.functions.values()].map(({ id, triggers, steps }) => [
      id.replace("messaging-gateway-", ""),
      triggers[0]?.event ?? triggers[0]?.cron,
      steps.step.retries?.attempts,
    ]);
    expect(registered.sort()).toEqual([
      ["dispatch-due", "gateway/dispatch.due", 20],
      ["release-held", "gateway/domain.approved", 20],
      ["sweep", "* * * * *", 0],
      ["webhooks-due", "gateway/webhooks.due", 20],
    ]);
  });

  it("is not there without Inngest, and wants a signature from any but the development server", async () => {
    const request = () =>
      new Request("http://gateway.test/api/inngest?fnId=messaging-gateway-sweep&stepId=step");
    configure({});
    expect(await (await server.served.GET(request())).json()).toMatchObject({ code: "not_found" });
    configure({ INNGEST_SIGNING_KEY: "signkey-test-12345678", INNGEST_EVENT_KEY: "key" });
    const lines: { level: string; msg: string }[] = [];
    setLog(openLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }));
    const [dispatch, register] = [{ method: "POST", body: "{}" }, { method: "PUT" }];
    for (const init of [dispatch, register]) {
      const handler = init === dispatch ? server.served.POST : server.served.PUT;
      expect((await handler(new Request(request().url, init))).status).toBe(401);
    }
    expect((await server.served.GET(request())).status).toBe(401);
    setLog(undefined);
    // A refused request is no failure of this server.
    expect(lines.map(({ level }) => level)).toEqual(["warn", "warn", "warn"]);
    expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(["Signature validation failed"]));
  });
});

describe("the night through Inngest", () => {
  it("is one event and one run, and its messages leave in the morning in order of acceptance", async () => {
    for (const body of ["one", "two", "three"]) expect((await text(body)).body.status).toBe("queued");
    await text("four", ["64211234567", "64211234568"]);
    await received();
    await server.runUntil(new Date(MORNING.getTime() - 1_000));
    expect(await handedOver()).toEqual([]);
    expect(server.received).toMatchObject([
      { id: "gateway/dispatch.due@2026-11-20T18:00:00.000Z", data: { at: "2026-11-20T18:00:00.000Z" } },
    ]);
    await server.runUntil(new Date(MORNING.getTime() + 2_000));
    expect(await handedOver()).toEqual(["one", "two", "three", "four", "four"]);
    await server.runUntil(new Date(MORNING.getTime() + 10_000));
    const statuses = (await messagesOf(account.accountId)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(["DELIVRD"]));
    // Events at the end of a run may still be on their way.
    await vi.waitFor(async () => {
      await server.runUntil(new Date(Date.now() + 5_000));
      expect(server.runs.every(({ ended }) => ended !== undefined && "output" in ended)).toBe(true);
    }, 10_000);
  });

  it("does nothing more when the run is executed twice, one after the other or at once", async () => {
    await text("once");
    await received();
    const [run] = server.runs;
    if (!run) throw new Error("Nothing runs.");
    server.start(run.fn, run.event);
    await server.runUntil(new Date(MORNING.getTime() + 10_000));
    expect(await handedOver()).toEqual(["once"]);
    const before = await messagesOf(account.accountId);
    const again = server.start(run.fn, run.event);
    await server.settle();
    expect(again.ended).toBeDefined();
    expect(await messagesOf(account.accountId)).toEqual(before);
    expect(await handedOver()).toEqual(["once"]);
  });

  it("does not begin early, nor is it forgotten, when its run is woken before the time", async () => {
    await text("not before seven");
    await received();
    await server.runUntil(new Date(MORNING.getTime() - 900));
    const [run] = server.runs;
    if (!run) throw new Error("Nothing runs.");
    run.readyAt = Date.now();
    await server.settle();
    expect([await handedOver(), run.ended, server.received.length]).toEqual([[], undefined, 1]);
    await server.runUntil(new Date(MORNING.getTime() + 2_000));
    expect(await handedOver()).toEqual(["not before seven"]);
  });

  it("is over a minute later at most when the event is lost", async () => {
    server.losesEvents = true;
    await text("late");
    await received();
    await server.runUntil(new Date(MORNING.getTime() + 30_000));
    expect([server.runs, await handedOver()]).toEqual([[], []]);
    server.tick();
    await server.settle();
    expect(await handedOver()).toEqual(["late"]);
  });

  it("is announced again by the sweep, which is one run all the same", async () => {
    await text("announced twice");
    await received();
    server.tick();
    await server.settle();
    expect(server.received.map(({ id }) => id)).toEqual(
      Array(2).fill("gateway/dispatch.due@2026-11-20T18:00:00.000Z"),
    );
    expect(server.runs).toHaveLength(2);
  });

  it("is not troubled by an event that cannot be sent", async () => {
    server.refusesEvents = true;
    expect((await text("still accepted")).status).toBe(200);
    await givenUp();
    await server.runUntil(MORNING);
    server.tick();
    await server.settle();
    expect(await handedOver()).toEqual(["still accepted"]);
  });
});

describe("a run", () => {
  it("is tried again when an operation fails, until it does not", async () => {
    await text("third time lucky");
    await received();
    const dispatch = vi.spyOn(OPERATIONS, "dispatch");
    dispatch.mockRejectedValueOnce(new Error("no database")).mockRejectedValueOnce(new Error("no database"));
    await server.runUntil(new Date(MORNING.getTime() + 5_000));
    expect(await handedOver()).toEqual([]);
    await server.runUntil(new Date(MORNING.getTime() + 40_000));
    expect(await handedOver()).toEqual(["third time lucky"]);
    expect(server.runs[0]).toMatchObject({ failures: 2, ended: { output: {} } });
  });

  it("of the sweep does the rest when one part fails, and says so", async () => {
    await accept(
      db(),
      [testSubmission(account.accountId, { body: "swept", items: [testItem({ msisdn: "61412345678" })] })],
      NIGHT,
      () => "",
    );
    vi.spyOn(OPERATIONS, "sweep").mockRejectedValue(new Error("no database"));
    server.tick();
    await server.settle();
    expect(await handedOver()).toEqual(["swept"]);
    expect(server.runs[0]).toMatchObject({ ended: { error: { message: "Not swept: sweep." } } });
  });

  it("is not one for each message: a day's send leaves by its own request, and reports share an instant", async () => {
    vi.setSystemTime(new Date("2026-11-20T23:00:00.000Z"));
    await text(
      "by day",
      Array.from({ length: 50 }, (_, index) => `642112345${10 + index}`),
    );
    await expect.poll(handedOver).toHaveLength(50);
    await received();
    await server.runUntil(new Date("2026-11-20T23:00:10.000Z"));
    expect(server.runs.length).toBeLessThanOrEqual(2);
    const messages = await messagesOf(account.accountId);
    expect(new Set(messages.map(({ status }) => status))).toEqual(new Set(["DELIVRD"]));
  });

  it("releases what was held when a domain is approved", async () => {
    const { accountId } = await testAccount();
    const held = testSubmission(accountId, {
      heldHosts: ["example.com"],
      items: [testItem({ dueAt: null, msisdn: "61412345678" })],
    });
    await accept(db(), [held], NIGHT, () => "");
    await db().prisma.approvedDomain.create({
      data: { accountId, domain: "example.com", approvedAt: NIGHT },
    });
    await announceApproval(accountId, NIGHT);
    await received();
    await server.settle();
    expect(await handedOver()).toEqual(["Hello"]);
  });
});

describe("a wake-up", () => {
  it("is sent once for an instant, again if that failed, and never for what is due now", async () => {
    server.refusesEvents = true;
    wake("webhooks", 60_000);
    await givenUp();
    server.refusesEvents = false;
    vi.setSystemTime(NIGHT);
    wake("webhooks");
    wake("sweep", 60_000);
    // The sender learns of the fifth refusal a moment later. Time goes on while the test waits. Messages of
    // earlier tests may still be dispatched.
    const ofWebhooks = () => server.received.filter(({ name }) => name === "gateway/webhooks.due");
    const again = () => {
      vi.setSystemTime(NIGHT);
      wake("webhooks", 60_000);
      return ofWebhooks();
    };
    await expect.poll(again).not.toHaveLength(0);
    vi.setSystemTime(NIGHT);
    wake("webhooks", 60_000);
    wake("webhooks", 59_000);
    // A later event for another time arrives after all events of these calls.
    wake("webhooks", 120_000);
    const instants = () => ofWebhooks().map(({ data }) => data.at);
    await expect.poll(instants).toContain("2026-11-20T09:02:00.000Z");
    expect(instants()).toEqual(["2026-11-20T09:01:00.000Z", "2026-11-20T09:02:00.000Z"]);
  });
});

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ErrorRule } from "@/lib/carriers/error-rules";
import type { HttpCarrier } from "@/lib/carriers/http/carrier";
import { Rate } from "@/lib/carriers/rate";
import { openLog, setLog } from "@/lib/log";
import { closedGate } from "@/tests/support/gate";
import { openCarrier, PASSWORD, WEBHOOK_TOKEN } from "@/tests/support/provider/http-carrier";
import { FaultyProvider } from "@/tests/support/provider/provider";
import { skipTime } from "@/tests/support/skip-time";

let provider: FaultyProvider;
const carriers: HttpCarrier[] = [];
let lines = "";

beforeEach(async () => {
  provider = await FaultyProvider.start();
  lines = "";
  setLog(openLog("trace", { write: (line) => (lines += line) }));
});
afterEach(async () => {
  await Promise.all(carriers.splice(0).map((carrier) => carrier.stop(new Date())));
  await provider.stop();
  setLog(undefined);
  // The log must contain no secret and no text after any failure.
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), WEBHOOK_TOKEN, "Your code"])
    expect(lines).not.toContain(secret);
});

const TEXT = { body: "Your code is 1234" };

function open(...[given, url = provider.url]: [Parameters<typeof openCarrier>[1]?, string?]) {
  const opened = openCarrier(url, given);
  carriers.push(opened.carrier);
  const answer = async () => {
    const ids = opened.submit(TEXT);
    await expect.poll(() => opened.answersOf(ids)).toHaveLength(1);
    return opened.answersOf(ids)[0];
  };
  return { ...opened, answer };
}

const NOT_SENT = { outcome: "later", code: "not submitted", counts: false };

describe("a provider that cannot be reached", () => {
  it("62: refuses the connection: surely not sent, no room, and one message tries the way when it is back", async () => {
    const { port } = provider;
    await provider.stop();
    const { carrier, answer, submit, answersOf, roomChanges } = open(
      { window: 5 },
      `http://127.0.0.1:${port}`,
    );
    expect(await answer()).toMatchObject(NOT_SENT);
    expect(carrier.room()).toBe(0);
    expect(carrier.health()).toEqual({ isUp: false, reason: expect.stringMatching(/ECONNREFUSED/) });
    expect(answersOf(submit(TEXT))).toMatchObject([NOT_SENT]);
    provider = await FaultyProvider.start(port);
    await expect.poll(() => carrier.room()).toBe(1);
    expect(roomChanges()).toBe(1);
    expect(provider.requests).toEqual([]);
    expect(await answer()).toMatchObject({ outcome: "accepted" });
    expect([carrier.room(), carrier.health()]).toEqual([5, { isUp: true, reason: null }]);
  });

  it("62: has a name that does not resolve: surely not sent", async () => {
    const { carrier, answer } = open({}, "http://no-such-host.invalid");
    expect(await answer()).toMatchObject(NOT_SENT);
    expect(carrier.health()).toEqual({ isUp: false, reason: expect.stringMatching(/no-such-host/) });
  });

  it("62: speaks no TLS: surely not sent, and nothing is written", async () => {
    const { answer } = open({}, provider.url.replace("http:", "https:"));
    expect(await answer()).toMatchObject(NOT_SENT);
    expect(provider.requests).toEqual([]);
  });
});

describe("a provider that perhaps has the message", () => {
  it.each([
    ["resets the connection after the request", () => "reset" as const],
    ["answers 500", () => ({ status: 500, body: "Sending failed." })],
    ["answers 504", () => ({ status: 504 })],
    ["answers 503 and no time", () => ({ status: 503 })],
    ["does not answer in time", () => "silence" as const],
    ["answers without an end", () => ({ status: 202, body: "0:".padEnd(100_000, "x") })],
  ])("63: %s: unknown, and sent once", async (_, script) => {
    provider.script = script;
    const { answer, carrier } = open();
    expect(await answer()).toEqual({ id: "m1", outcome: "unknown", accepted: [] });
    expect(provider.requests).toHaveLength(1);
    expect(carrier.health().isUp).toBe(true);
  });

  it("65: answers 200 with a page: unknown, and an alarm without the page", async () => {
    provider.script = () => ({ headers: { "content-type": "text/html" }, body: "<p>Welcome, Your code</p>" });
    const { answer } = open();
    expect(await answer()).toMatchObject({ outcome: "unknown" });
    expect(lines).toMatch(/"level":"error".*The provider answered 200 with an HTML page/);
  });
});

describe("a provider that says it is too much", () => {
  it.each([429, 503])("64: %s with Retry-After: nothing more is sent until then", async (status) => {
    provider.script = (_, index) =>
      index === 0 ? { status, headers: { "retry-after": "1" } } : { status: 202, body: "0:" };
    const skip = skipTime();
    const { carrier, answer, submit, answersOf } = open();
    const settled = await answer();
    expect(settled).toMatchObject({ outcome: "later", counts: false });
    expect((settled as { afterMs: number }).afterMs).toBeGreaterThan(900);
    expect([carrier.room(), carrier.health().isUp]).toEqual([0, true]);
    expect(answersOf(submit(TEXT))).toMatchObject([NOT_SENT]);
    skip(850);
    expect([carrier.room(), provider.requests.length]).toEqual([0, 1]);
    skip(150);
    expect(carrier.room()).toBeGreaterThan(0);
    expect(await answer()).toMatchObject({ outcome: "accepted" });
  });

  it("64: 429 without a time: a pause that doubles", async () => {
    provider.script = () => ({ status: 429 });
    const { carrier, answer, submit, answersOf, happenings } = open({ timers: { throttledMs: 1_000 } });
    expect(await answer()).toMatchObject({ outcome: "later", counts: false });
    expect(happenings).toEqual([{ kind: "throttled" }]);
    expect(carrier.room()).toBe(0);
    // A message that was claimed in the meantime could otherwise be sent after its timeout.
    expect(answersOf(submit(TEXT))).toMatchObject([NOT_SENT]);
    await expect.poll(() => carrier.room()).toBeGreaterThan(0);
  });
});

describe("a provider's answer", () => {
  it.each(["0: Accepted for delivery", "3: Queued for later delivery", "Sent. Message splits: 2"])(
    "67: 202 %s is accepted, by our own id",
    async (body) => {
      provider.script = () => ({ status: 202, body });
      expect(await open().answer()).toEqual({ id: "m1", outcome: "accepted", references: ["m1"] });
    },
  );

  it.each([
    [403, "Not routable. Do not try again.", { outcome: "elsewhere", code: "Not routable" }],
    [
      400,
      "Number(s) has/have been denied by",
      { outcome: "elsewhere", code: "Number(s) has/have been denied" },
    ],
    [
      503,
      "Temporal failure, try again",
      { outcome: "later", code: "Temporal failure", afterMs: 30_000, counts: true },
    ],
    [404, "Not found", { outcome: "elsewhere", code: "HTTP 404" }],
    [302, "", { outcome: "elsewhere", code: "HTTP 302" }],
  ])("%s %s leads on", async (status, body, outcome) => {
    provider.script = () => ({ status, body, headers: { location: `${provider.url}/elsewhere` } });
    expect(await open().answer()).toMatchObject(outcome);
    expect(provider.requests).toHaveLength(1);
  });

  it("leads where the settings say", async () => {
    provider.script = () => ({ status: 404 });
    const { answer } = open({ errors: { "HTTP 404": { action: "refused" } } });
    expect(await answer()).toMatchObject({ outcome: "refused", code: "HTTP 404" });
  });

  it("leads where the operator's rules for all networks say, and elsewhere after as many tries", async () => {
    provider.script = () => ({ status: 404 });
    const rules = new Map<string, ErrorRule>();
    const { answersOf, submit } = open({ errorRules: () => rules });
    const answer = async (putOff = 0) => {
      const ids = submit({ ...TEXT, putOff });
      await expect.poll(() => answersOf(ids)).toHaveLength(1);
      return answersOf(ids)[0];
    };
    rules.set("HTTP 404", { action: "later", delayMs: 500, tries: 2 });
    expect(await answer()).toMatchObject({ outcome: "later", afterMs: 500, counts: true, putOff: 1 });
    expect(await answer(1)).toMatchObject({ outcome: "elsewhere", code: "HTTP 404" });
    rules.set("HTTP 404", { action: "refused", delayMs: 0, tries: null });
    expect(await answer()).toMatchObject({ outcome: "refused" });
  });

  it("that refuses the login takes it down, until a message may try again", async () => {
    provider.script = () => ({ status: 403, body: "Authorization failed for sendsms" });
    const { carrier, answer, happenings } = open();
    expect(await answer()).toMatchObject({ outcome: "later", code: "Authorization failed", counts: false });
    expect(happenings).toEqual([{ kind: "refused", reason: carrier.health().reason }]);
    expect(carrier.health()).toEqual({
      isUp: false,
      reason: "The provider refuses the login. (Authorization failed)",
    });
    await expect.poll(() => carrier.room()).toBe(1);
    expect(await answer()).toMatchObject({ outcome: "later" });
    expect(carrier.room()).toBe(0);
    provider.script = () => ({ status: 202, body: "0:" });
    await expect.poll(() => carrier.room()).toBe(1);
    await answer();
    expect(carrier.health()).toEqual({ isUp: true, reason: null });
    expect(lines.match(/a provider refuses the login/g)).toHaveLength(1);
  });
});

describe("what is in flight", () => {
  it("is never more than the window, by connections that are kept", async () => {
    const full = closedGate();
    provider.script = async () => {
      await full.opened;
      return { status: 202, body: "0:" };
    };
    const { carrier, submit, answersOf } = open({ window: 3 });
    expect(carrier.room()).toBe(3);
    const ids = submit(...Array.from({ length: 12 }, () => TEXT));
    expect(carrier.room()).toBe(0);
    await expect.poll(() => provider.requests.length).toBe(3);
    full.open();
    await expect.poll(() => answersOf(ids)).toHaveLength(12);
    expect([provider.mostAtOnce, carrier.room()]).toEqual([3, 3]);
    expect(provider.connections).toBeLessThanOrEqual(3);
  });

  it("is never more a second than the contract says", async () => {
    const { carrier, submit, answersOf, roomChanges } = open({ tps: 2 });
    const ids = submit(TEXT, TEXT, TEXT);
    await expect.poll(() => answersOf(ids)).toHaveLength(2);
    expect(carrier.room()).toBe(0);
    await expect.poll(() => answersOf(ids), { timeout: 3_000 }).toHaveLength(3);
    await expect.poll(() => roomChanges(), { timeout: 3_000 }).toBeGreaterThan(0);
  });

  it("begins with a rate that is used up where it was open just now with other settings", async () => {
    const beganAt = performance.now();
    const { carrier, submit, answersOf, roomChanges } = open({ tps: 2, isReopened: true });
    expect(carrier.room()).toBe(0);
    await expect.poll(() => roomChanges(), { timeout: 3_000 }).toBeGreaterThan(0);
    const ids = submit(TEXT);
    await expect.poll(() => answersOf(ids)).toHaveLength(1);
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(1_000);
  });

  it("goes out when there is room in the rate a moment after there was none", async () => {
    const { submit, answersOf } = open();
    const tokens = vi.spyOn(Rate.prototype, "tokens").mockReturnValueOnce(0);
    onTestFinished(() => tokens.mockRestore());
    const ids = submit(TEXT);
    await expect.poll(() => answersOf(ids)).toMatchObject([{ outcome: "accepted" }]);
  });

  it("is answered before the carrier ends; what waits goes back", async () => {
    const stopping = closedGate();
    provider.script = async () => {
      await stopping.opened;
      return { status: 202, body: "0:" };
    };
    const { carrier, submit, answersOf } = open({ window: 1 });
    const ids = submit(TEXT, TEXT);
    await expect.poll(() => provider.requests.length).toBe(1);
    const stopped = carrier.stop(new Date(Date.now() + 60_000));
    stopping.open();
    await stopped;
    expect(answersOf(ids)).toMatchObject([{ outcome: "accepted" }, NOT_SENT]);
  });

  it("is unknown where the carrier ends before the answer", async () => {
    provider.script = () => "silence";
    const { carrier, submit, answersOf } = open({ timers: { answerTimeoutMs: 60_000 } });
    const ids = submit(TEXT);
    await expect.poll(() => provider.requests.length).toBe(1);
    await carrier.stop(new Date(Date.now() + 50));
    await expect.poll(() => answersOf(ids)).toMatchObject([{ outcome: "unknown" }]);
  });
});

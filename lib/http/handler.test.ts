import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as send } from "@/app/gateway/sms/out/route";
import type { Operation } from "@/lib/contracts/base/operation";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { GatewayError } from "@/lib/errors";
import { authenticated } from "@/lib/http/gateway";
import { route, unknownPath } from "@/lib/http/handler";
import { newId } from "@/lib/ids";
import { openLog, setLog } from "@/lib/log";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";

useTestDatabase();

let written: string;
beforeEach(() => {
  written = "";
  const stream = new PassThrough();
  stream.on("data", (chunk) => {
    written += chunk;
  });
  setLog(openLog("trace", stream));
});
afterEach(() => setLog(undefined));

const lines = () =>
  written
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("an unexpected failure", () => {
  it("is a 500 that says nothing, with the id under which the log says why", async () => {
    const { POST } = route({
      POST: {
        run: () => {
          throw new Error("the disk is full");
        },
      },
    });
    const { status, body, headers, text } = await call(POST);
    expect(status).toBe(500);
    expect(text).not.toContain("disk");
    const requestId = headers.get("x-request-id") as string;
    expect(body).toMatchObject({
      success: false,
      code: "internal_error",
      error: expect.stringContaining(requestId),
    });
    expect(lines()).toMatchObject([
      { level: "error", requestId, status: 500, err: { message: "the disk is full" } },
    ]);
  });
});

describe("an expected failure", () => {
  it("is a warning, and has the request id that the server in front gave", async () => {
    const { POST } = route({
      POST: {
        run: () => {
          throw new GatewayError("not_found", "Not here.");
        },
      },
    });
    const requestId = newId();
    const { headers } = await call(POST, { headers: { "x-request-id": requestId } });
    expect(headers.get("x-request-id")).toBe(requestId);
    expect(lines()).toMatchObject([
      { level: "warn", requestId, status: 404, path: "/gateway/test", method: "POST" },
    ]);
    const forged = await call(POST, { headers: { "x-request-id": "anything\tat all" } });
    expect(forged.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a request that cannot be noted in its account's log", () => {
  it("is answered as any other, and the failure is logged", async () => {
    const { userId, password } = await testAccount();
    const broken: Operation = {
      ...readBalanceOperation,
      get logged(): never {
        throw new TypeError("the log is broken");
      },
    };
    const { POST } = route({ POST: authenticated(broken, async () => ({ balance: "1" })) });
    const { status, body } = await call(POST, { json: { userId, password } });
    expect([status, body]).toEqual([200, { balance: "1" }]);
    expect(lines()).toMatchObject([
      { level: "error", err: { message: "the log is broken" } },
      { level: "info", status: 200 },
    ]);
  });

  it("is answered even if the server's log is broken", async () => {
    setLog(
      new Proxy(openLog("trace", new PassThrough()), {
        get: () => () => {
          throw new Error("the disk is full");
        },
      }),
    );
    const { POST } = route({ POST: { run: () => ({ done: true }) } });
    expect(await call(POST)).toMatchObject({ status: 200, body: { done: true } });
  });
});

describe("the log", () => {
  it("has 200 characters of a path without a route", async () => {
    const { POST } = unknownPath();
    expect(await call(POST, { path: `/gateway/${"x".repeat(15_000)}` })).toMatchObject({ status: 404 });
    expect(lines()).toMatchObject([{ status: 404, path: `/gateway/${"x".repeat(191)}` }]);
  });

  it("has no credential and no text of a message, whichever way they came and whatever became of them", async () => {
    const { userId, password } = await testAccount({ password: "hush-hush-hush" });
    const text = { to: "64211234567", body: "the text of the message", messageClass: "transactional" };
    const calls = [
      { query: { userId, password, ...text } },
      { form: { userId, password, ...text } },
      { json: { userId, password, ...text, sandbox: true } },
      { query: { userId, password, ...text, messageClass: "wrong" } },
      { query: { userId, password: "hush-hush-wrong", ...text } },
      { query: text, headers: { authorization: "Bearer hush-hush-token" } },
      { query: `${new URLSearchParams({ userId, password, ...text })}&to=1` },
    ];
    const statuses = [];
    for (const options of calls) statuses.push((await call(send, options)).status);
    expect(statuses).toEqual([200, 200, 200, 400, 401, 401, 400]);
    expect(lines()).toHaveLength(calls.length);
    for (const secret of ["hush-hush", "the text", encodeURIComponent(userId), userId]) {
      expect(written).not.toContain(secret);
    }
  });

  it("drops what it must never show, even when handed over", () => {
    openLog("info", captured()).info(
      { password: "hush", body: "text", row: { password: "hush", body: "text" } },
      "x",
    );
    expect(written).not.toMatch(/hush|text/);
  });
});

function captured(): PassThrough {
  const stream = new PassThrough();
  stream.on("data", (chunk) => {
    written += chunk;
  });
  return stream;
}

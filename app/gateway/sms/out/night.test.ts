import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { SendResponse } from "@/lib/contracts/gateway/send";
import { useTestDatabase } from "@/tests/support/database/database";
import { messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { sendFrom } from "@/tests/support/server/send";

useTestDatabase();
afterEach(() => vi.useRealTimers());

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n, unicode: true });
});

const send = <Body = SendResponse>(parameters: object, from = account, headers = {}) =>
  sendFrom<Body>(from, parameters, headers);

describe("the night", () => {
  // Standard time: 21:00 is 09:00 UTC. Daylight time: 21:00 is 08:00 UTC.
  test.each([
    ["20:59:59 in winter", "2026-07-01T08:59:59Z", "accepted", "2026-07-01T08:59:59Z"],
    ["21:00:00 in winter", "2026-07-01T09:00:00Z", "queued", "2026-07-01T19:00:00Z"],
    ["06:59:59 in winter", "2026-07-01T18:59:59Z", "queued", "2026-07-01T19:00:00Z"],
    ["07:00:00 in winter", "2026-07-01T19:00:00Z", "accepted", "2026-07-01T19:00:00Z"],
    ["the night clocks go forward", "2026-09-26T10:00:00Z", "queued", "2026-09-26T18:00:00Z"],
    ["the night clocks go back", "2026-04-04T10:00:00Z", "queued", "2026-04-04T19:00:00Z"],
  ])("%s", async (_, at, status, dueAt) => {
    const own = await testAccount();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
    for (const messageClass of ["transactional", "marketing"]) {
      const { body } = await send({ messageClass }, own);
      expect(body.status).toBe(status);
      if (status === "queued") {
        expect(body).toMatchObject({
          queue_reason: "nighttime",
          queue_message: expect.stringContaining("7am"),
        });
      } else expect(body).not.toHaveProperty("queue_reason");
    }
    expect((await messagesOf(own.accountId))[0]).toMatchObject({ status: "PENDING", dueAt: new Date(dueAt) });
  });

  it("does not hold up numbers elsewhere, nor anything in the sandbox", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-07-01T10:00:00Z") });
    expect((await send({ to: "61412345678" })).body.status).toBe("accepted");
    expect((await send({ sandbox: true })).body.status).toBe("sandbox");
  });
});

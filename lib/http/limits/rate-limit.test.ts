import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { reloadEnv } from "@/lib/env";
import { RateLimiter } from "@/lib/rate-limiter";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
afterEach(() => {
  delete process.env.RATE_LIMIT_PER_SECOND;
  reloadEnv();
  vi.useRealTimers();
});

describe("RateLimiter", () => {
  it("gives a second's worth at once, then evenly", () => {
    const limiter = new RateLimiter(4);
    const take = (atMs: number) => limiter.take("a", atMs).allowed;
    expect([take(0), take(0), take(0), take(0), take(0)]).toEqual([true, true, true, true, false]);
    expect([take(249), take(250), take(250)]).toEqual([false, true, false]);
    expect([take(1250), take(1250), take(1250), take(1250), take(1250)]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it("gives each name its own, and nothing for a clock that goes back", () => {
    const limiter = new RateLimiter(1);
    expect(limiter.take("a", 1000).allowed).toBe(true);
    expect(limiter.take("b", 1000).allowed).toBe(true);
    expect(limiter.take("a", 0).allowed).toBe(false);
    expect(limiter.take("a", 1000).allowed).toBe(false);
    expect(limiter.take("a", 2000).allowed).toBe(true);
  });

  it("says what is left, and when all is there again", () => {
    const limiter = new RateLimiter(2);
    expect(limiter.take("a", 0)).toEqual({ allowed: true, left: 1, fullInSeconds: 1 });
    expect(limiter.take("a", 0)).toEqual({ allowed: true, left: 0, fullInSeconds: 1 });
    expect(limiter.take("a", 0)).toEqual({ allowed: false, left: 0, fullInSeconds: 1 });
  });
});

describe("an account above its limit", () => {
  it("gets 429 with Retry-After, and others do not", async () => {
    process.env.RATE_LIMIT_PER_SECOND = "2";
    reloadEnv();
    vi.useFakeTimers({ toFake: ["performance"] });
    const [busy, other] = [await testAccount(), await testAccount()];
    const ask = ({ userId, password }: typeof busy) => call(balance, { form: { userId, password } });
    const first = await ask(busy);
    expect(first.status).toBe(200);
    expect(first.headers.get("ratelimit-policy")).toBe('"account";q=2;w=1');
    expect(first.headers.get("ratelimit")).toBe('"account";r=1;t=1');
    await ask(busy);
    const refused = await ask(busy);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        success: false,
        code: "too_many_requests",
        error: expect.stringContaining("2 requests a second"),
      },
    });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("ratelimit")).toBe('"account";r=0;t=1');
    expect((await ask(other)).status).toBe(200);
    vi.advanceTimersByTime(1_000);
    expect((await ask(busy)).status).toBe(200);
  });

  it("has its second's worth again when the machine's clock was an hour ahead, and was set back", async () => {
    process.env.RATE_LIMIT_PER_SECOND = "2";
    reloadEnv();
    const noon = new Date("2026-11-21T00:00:00Z");
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-21T01:00:00Z") });
    const { userId, password } = await testAccount();
    const ask = async () => (await call(balance, { form: { userId, password } })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    vi.setSystemTime(noon);
    vi.advanceTimersByTime(1_000);
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });
});

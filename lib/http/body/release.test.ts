import { NextRequest } from "next/server";
import { afterEach, expect, it, vi } from "vitest";
import { POST as inngest } from "@/app/api/inngest/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { reloadEnv } from "@/lib/env";
import { bodyBudget } from "@/lib/http/body/body-budget";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => {
  vi.unstubAllEnvs();
  reloadEnv();
});

const asked = { params: Promise.resolve({}) };

it.each([
  ["a gateway's path", (request: NextRequest) => send(request), 401],
  ["Inngest's path", (request: NextRequest) => inngest(request, asked), 400],
])("a stranger's larger bodies to %s leave their places to the next", async (_path, answer, status) => {
  vi.stubEnv("INNGEST_SIGNING_KEY", "signkey-test-0123456789abcdef0123456789abcdef");
  vi.stubEnv("INNGEST_EVENT_KEY", "0123456789abcdef");
  reloadEnv();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": "60000",
  };
  const body = `userId=a%40b.nz&password=wrong&body=${"x".repeat(60_000)}`.slice(0, 60_000);
  // Two requests have a place at once: a third and a fourth would wait if a place were not released.
  for (let n = 0; n < 4; n++) {
    const request = new NextRequest("http://gateway.test/x", { method: "POST", headers, body });
    expect((await answer(request)).status).toBe(status);
  }
  expect(bodyBudget().bytes).toEqual({ unverified: 0, small: 0, large: 0 });
});

import { NextRequest } from "next/server";
import { afterEach, expect, it, vi } from "vitest";
import { POST } from "@/app/api/inngest/route";
import { reloadEnv } from "@/lib/env";
import { bodyBudget } from "@/lib/http/body/body-budget";

afterEach(() => {
  vi.unstubAllEnvs();
  reloadEnv();
});

it("is refused with 413 while nobody knows who sent it, and the rest of it is not read", async () => {
  vi.stubEnv("INNGEST_DEV", "http://127.0.0.1:9");
  reloadEnv();
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        chunks++;
        controller.enqueue(new Uint8Array(16 * 1024));
      },
    },
    { highWaterMark: 0 },
  );
  const address = "http://gateway.test/api/inngest";
  const request = new NextRequest(address, { method: "POST", body, duplex: "half" });
  const response = await POST(request, { params: Promise.resolve({}) });
  expect([response.status, (await response.json()).code]).toEqual([413, "body_too_large"]);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(chunks).toBeLessThan(10);
  expect(bodyBudget().bytes).toEqual({ unverified: 0, small: 0, large: 0 });
});

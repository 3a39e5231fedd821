import { describe, expect, it, vi } from "vitest";
import { DELETE, GET, POST } from "@/app/api/auth/[...nextauth]/route";

const { nextauth } = vi.hoisted(() => ({ nextauth: vi.fn<() => Promise<Response>>() }));
vi.mock("next-auth", async (real) => ({ ...(await real<object>()), default: nextauth }));

// Signing in itself needs Next: see e2e/members.spec.ts.
const ORIGIN = "http://gateway.test";

describe("the routes of next-auth", () => {
  it("read no more of a body than a form may have", async () => {
    const response = await POST(
      new Request(`${ORIGIN}/api/auth/callback/credentials`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "a&".repeat(10_000),
      }),
    );
    expect(response.status).toBe(413);
  });

  it.each([
    [{}, "private, no-store"],
    [{ "cache-control": "private, no-cache, no-store" }, "private, no-cache, no-store"],
  ])("let no cache keep an answer: %j", async (headers, caching) => {
    nextauth.mockImplementation(async () => Response.json({ signinUrl: "http://evil.example" }, { headers }));
    for (const action of ["providers", "csrf", "session", "signin", "error"]) {
      const response = await GET(new Request(`${ORIGIN}/api/auth/${action}`));
      expect([action, response.headers.get("cache-control")]).toEqual([action, caching]);
    }
  });

  it("take forms alone", async () => {
    const headers = { "content-type": "application/json" };
    const request = new Request(`${ORIGIN}/api/auth/callback/credentials`, {
      method: "POST",
      headers,
      body: "{",
    });
    expect((await POST(request)).status).toBe(415);
  });

  it("answer other methods as every route does", async () => {
    const response = await DELETE(new Request(`${ORIGIN}/api/auth/session`, { method: "DELETE" }));
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ success: false, code: "method_not_allowed" });
  });

  it.each([
    ["GET", "/api/auth/nope"],
    ["GET", "/api/auth/signin2/credentials"],
    ["POST", "/api/auth/nope"],
    ["POST", "/api/auth/_log"],
    ["POST", "/api/auth/csrf"],
  ] as const)("say of %s %s that there is nothing, as every route does", async (method, path) => {
    const response = await { GET, POST }[method](new Request(`${ORIGIN}${path}`, { method }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: "not_found" });
  });
});

import { describe, expect, it } from "vitest";
import { askTestedServer } from "@/tests/support/server/tested-server";

// Handlers receive no other paths, so this tests the servers: ours, and Next by itself.
describe("what no page answers", () => {
  it.each([
    ["POST", "/", 405],
    ["PUT", "/sign-in", 405],
    ["OPTIONS", "/docs", 405],
    ["DELETE", "/nope", 405],
    ["GET", "/crm-a/nope.php", 404],
    ["POST", "/wp-login.php", 404],
    ["GET", "/Gateway/sms/out", 404],
    ["POST", "/GATEWAY", 404],
    ["GET", "/gateway/nope", 404],
    ["POST", "/api/nope", 404],
    ["GET", "/_next/image?url=%2Ficon.svg&w=64&q=75", 404],
  ])("%s %s is refused as the API refuses", async (method, path, status) => {
    // The body is ignored at any length.
    const body = method === "POST" ? "x".repeat(200_000) : undefined;
    const answer = await askTestedServer({ method, path, headers: { host: "gateway.test" }, body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("allow")).toBe(status === 405 ? "GET, HEAD" : null);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(answer.body.toString("utf8"))).toMatchObject({
      success: false,
      ...(path === "/gateway/nope" && { error: "There is nothing at /gateway/nope." }),
      code: status === 405 ? "method_not_allowed" : "not_found",
    });
  });
});

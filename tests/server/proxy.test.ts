import { readdirSync } from "node:fs";
import path from "node:path";
import { unstable_doesMiddlewareMatch as doesProxyMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import nextConfig from "@/next.config";
import { config, proxy } from "@/proxy";
import { ROOT } from "@/server/base/root";

const APP = path.join(ROOT, "app");

/** Returns the paths of all files of a name under `app`, with a value for each parameter. */
function pathsOf(name: string): string[] {
  return readdirSync(APP, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => path.posix.basename(file) === name)
    .map((file) => `/${path.posix.dirname(file)}`)
    .map((folder) => folder.replace(/\/\([^)]*\)/g, "").replace(/\[+[^\]]*\]+/g, "x") || "/")
    .map((folder) => (folder === "/." ? "/" : folder));
}

const isMatched = (url: string, headers: Record<string, string> = {}) =>
  doesProxyMatch({ config, nextConfig, url, headers });

const ask = (method: string, url: string) => proxy(new NextRequest(`http://gateway.test${url}`, { method }));

describe("the proxy", () => {
  it.each(pathsOf("route.ts"))("leaves %s to its route file", async (route) => {
    expect(isMatched(route)).toBe(false);
    expect(isMatched(`${route}/`)).toBe(false);
    // A server of ours asks the proxy about every path, and gets the same result.
    expect((await ask("POST", route)).headers.get("x-middleware-next")).toBe("1");
  });

  it.each(pathsOf("page.tsx"))("gives %s its policy, however it is asked for", async (page) => {
    expect(isMatched(page)).toBe(true);
    expect(isMatched(page, { purpose: "prefetch", "next-router-prefetch": "1" })).toBe(true);
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await ask(method, page);
      expect(headers.get("x-middleware-next")).toBe("1");
      expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-[\w=]+'/);
    }
  });

  it.each(pathsOf("page.tsx"))("lets nothing but GET and HEAD ask for %s", async (page) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const response = await ask(method, page);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect(await response.json()).toMatchObject({ success: false, code: "method_not_allowed" });
    }
  });

  it("leads a browser that posted a form back to its page (rules: early forms)", async () => {
    const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const body = "email=a%40example.com&password=secret";
    const post = (target: string) =>
      proxy(new NextRequest(`http://gateway.test${target}`, { method: "POST", headers, body }));
    const answer = await post("/sign-in?back=%2Fsend");
    expect([answer.status, await answer.text()]).toEqual([303, ""]);
    expect(answer.headers.get("location")).toBe("http://gateway.test/sign-in?back=%2Fsend");
    expect((await post("/wp-login.php")).status).toBe(404);
  });

  it.each([
    "/crm-a/nope.php",
    "/wp-login.PHP",
    "/Gateway/sms/out",
    "/GATEWAY",
    "/gatewayish",
    "/%47ateway/sms/out",
    "/index.php/",
    "/_next/image",
  ])("says as the API does that there is nothing at %s", async (path) => {
    for (const method of ["GET", "POST"]) {
      expect(isMatched(path)).toBe(true);
      const response = await ask(method, `${path}?password=secret`);
      expect(response.status).toBe(404);
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ success: false, code: "not_found" });
      expect(text).not.toContain("secret");
    }
  });

  it("looks at every path that is none", () => {
    for (const url of ["/nope", "/samples/nope", "/simulator/nope", "/email/", "/apix", "/healthzz"]) {
      expect(isMatched(url)).toBe(true);
    }
  });
});

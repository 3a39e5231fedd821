import NextAuth from "next-auth";
import { afterEach, expect, it } from "vitest";
import { authOptions } from "@/app/api/auth/auth-options";
import { openLog, setLog } from "@/lib/log";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => setLog(undefined));

it.each([
  ["query string", { query: { callbackUrl: "no-url:a-secret" }, cookies: {} }],
  ["cookies", { query: {}, cookies: { "next-auth.callback-url": "no-url:a-secret" } }],
])("has nothing of a request's %s", async (_, { query, cookies }) => {
  let logged = "";
  setLog(openLog("trace", { write: (line) => (logged += line) }));
  const response = {
    status: () => response,
    getHeader: () => undefined,
    setHeader: () => response,
    json: () => {},
    send: () => {},
    end: () => {},
  };
  const request = { method: "GET", headers: { host: "gateway.test" }, cookies };
  const asked = { ...request, query: { ...query, nextauth: ["signin"] } };
  await NextAuth(asked as never, response as never, authOptions());
  expect(logged).toContain("INVALID_CALLBACK_URL_ERROR");
  expect(logged).not.toContain("a-secret");
});

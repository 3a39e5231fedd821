import { spawn } from "node:child_process";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "@/server/base/free-port";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";
import { askPlainly } from "@/tests/support/server/plain-http";

useTestDatabase();

/** Starts Next without a server of ours, as a platform does, until the end of the test. */
async function startNext(): Promise<number> {
  const port = await freePort();
  const program = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const { PATH, DATABASE_URL, AUTH_SECRET = "" } = process.env;
  const server = spawn(
    process.execPath,
    [program, "start", "--hostname", "127.0.0.1", "--port", String(port)],
    {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        PATH,
        DATABASE_URL,
        AUTH_SECRET,
        NODE_ENV: "production",
        LOG_LEVEL: "silent",
        VERCEL: "1",
        __NEXT_PROCESSED_ENV: "true",
      },
    },
  );
  onTestFinished(() => void server.kill("SIGKILL"));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 90_000, interval: 100 });
  return port;
}

it("answers by Next alone as the path that is meant, and repeats no credentials", async () => {
  const { userId, password } = await testAccount();
  const port = await startNext();
  const query = new URLSearchParams({ userId, password }).toString();
  const ask = (target: string, method = "POST") =>
    askPlainly(port, { method, path: `${target}?${query}`, headers: { host: "gateway.example" } });
  const balance = await ask("/gateway/sms/balance");
  expect(balance.status).toBe(200);
  for (const target of [
    "//gateway/sms/balance",
    "/gateway//sms///balance",
    "/gateway\\sms/balance",
    "http://gateway.example//gateway/sms/balance",
  ]) {
    const { status, body, headers } = await ask(target);
    expect([target, status, body.toString()]).toEqual([target, 200, balance.body.toString()]);
    expect(headers.get("location")).toBeNull();
  }
  for (const target of ["//", "//docs", "/nothing//here", "//gateway//nothing"]) {
    const { headers, body } = await ask(target, "GET");
    expect(`${headers.get("location")} ${headers.get("refresh")} ${body}`).not.toContain(password);
  }
});

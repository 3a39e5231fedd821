import { afterAll, beforeAll, vi } from "vitest";
import { reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { useTestDatabase } from "@/tests/support/database/database";
import { keySettings } from "@/tests/support/mcp/assistant";
import { testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";
import { MOBILE } from "@/tests/support/server/send";

/** What one part to New Zealand costs, GST included. */
export const PRICE_MICROS = 115_000n;

/** A message as tools take it. */
export const HELLO = { to: [MOBILE], body: "Kia ora", messageClass: "transactional" };

/** Nothing waits for the morning, whenever tests are run. */
const SETTINGS = { NIGHT_START: "00:00", NIGHT_END: "00:00", SIMULATOR_DELAY_MS: "20" };

let server: RouteServer;

/** Called at the top of a test file: a gateway with the simulator behind it, which answers by HTTP. */
export function useGateway(): void {
  useTestDatabase();
  let stopJobs: () => Promise<void>;
  beforeAll(async () => {
    for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
    reloadEnv();
    server = await serveRoutes();
    stopJobs = startLocalJobs();
  });
  afterAll(async () => {
    await stopJobs?.();
    await server?.close();
    vi.unstubAllEnvs();
    reloadEnv();
  });
}

/** Where that gateway is. */
export const gatewayUrl = () => server.address;

/** An account with an API key, and the settings of an MCP server that name it. */
export async function keyed(overrides: Parameters<typeof testAccount>[0] = {}) {
  const account = await testAccount(overrides);
  return { ...account, settings: await keySettings(account.accountId, gatewayUrl()) };
}

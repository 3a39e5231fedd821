import { afterAll, beforeAll, vi } from "vitest";
import { reloadEnv } from "@/lib/env";
import { startLocalJobs } from "@/lib/jobs/local";
import { useTestDatabase } from "@/tests/support/database/database";
import { keySettings } from "@/tests/support/mcp/assistant";
import { testAccount } from "@/tests/support/server/gateway";
import { type RouteServer, serveRoutes } from "@/tests/support/server/http-routes";
import { MOBILE } from "@/tests/support/server/send";

/** The price of one part to New Zealand, GST included. */
export const PRICE_MICROS = 115_000n;

/** A message in the form of the tools. */
export const HELLO = { to: [MOBILE], body: "Kia ora", messageClass: "transactional" };

/** No message waits for the morning, at any time of day. */
const SETTINGS = { NIGHT_START: "00:00", NIGHT_END: "00:00", SIMULATOR_DELAY_MS: "20" };

let server: RouteServer;

/** Call it at the top of a test file. It starts a gateway with the simulator, which responds over HTTP. */
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

/** Returns the address of that gateway. */
export const gatewayUrl = () => server.address;

/**
 * Creates an account with an API key. Returns the account, and the settings of an MCP server with that key.
 */
export async function keyed(overrides: Parameters<typeof testAccount>[0] = {}) {
  const account = await testAccount(overrides);
  return { ...account, settings: await keySettings(account.accountId, gatewayUrl()) };
}

import type { McpServer } from "@modelcontextprotocol/server";
import type { McpSettings } from "@/scripts/mcp/base/settings";
import type { Log } from "@/scripts/mcp/base/tool";
import { Confirmations } from "@/scripts/mcp/confirm/confirmations";
import { GatewayClient } from "@/scripts/mcp/gateway/gateway-client";
import { DailyLimit } from "@/scripts/mcp/limit/daily-limit";

/** The parts that the tools of one connection share. */
export type Toolbox = {
  server: McpServer;
  settings: McpSettings;
  gateway: GatewayClient;
  limit: DailyLimit;
  confirmations: Confirmations;
  log: Log;
};

/** Creates the parts for a new connection: without a token and without confirmations. */
export function createToolbox(
  server: McpServer,
  settings: McpSettings,
  log: Log,
  confirmations = new Confirmations(),
): Toolbox {
  const gateway = new GatewayClient(settings);
  return { server, settings, gateway, limit: new DailyLimit(gateway, settings), confirmations, log };
}

import type { McpServer } from "@modelcontextprotocol/server";
import type { McpSettings } from "@/mcp/base/settings";
import type { Log } from "@/mcp/base/tool";
import { Confirmations } from "@/mcp/confirm/confirmations";
import { GatewayClient } from "@/mcp/gateway/gateway-client";
import { DailyLimit } from "@/mcp/limit/daily-limit";

/** What the tools of one connection share. */
export type Toolbox = {
  server: McpServer;
  settings: McpSettings;
  gateway: GatewayClient;
  limit: DailyLimit;
  confirmations: Confirmations;
  log: Log;
};

/** What a connection begins with: no token yet, and nothing confirmed. */
export function createToolbox(
  server: McpServer,
  settings: McpSettings,
  log: Log,
  confirmations = new Confirmations(),
): Toolbox {
  const gateway = new GatewayClient(settings);
  return { server, settings, gateway, limit: new DailyLimit(gateway, settings), confirmations, log };
}

/**
 * Returns the configuration of an assistant that starts the MCP server for the gateway at an address.
 * @param clientId the client ID of the reader's key, if it is known. Its secret is never known.
 */
export function configuration(base: string, clientId: string | null): string {
  const env = {
    GATEWAY_URL: base,
    GATEWAY_CLIENT_ID: clientId ?? "cid_…",
    GATEWAY_CLIENT_SECRET: "csk_…",
    MCP_DAILY_LIMIT: "5.00",
  };
  const args = ["/path/to/messaging-gateway/scripts/run.mjs", "mcp"];
  return JSON.stringify({ mcpServers: { sms: { command: "node", args, env } } }, null, 2);
}

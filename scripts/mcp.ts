import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { readMcpSettings } from "@/scripts/mcp/base/settings";
import { createMcpServer } from "@/scripts/mcp/server";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

/** Standard output is the protocol's: whatever is to be read by people goes to standard error. */
const log = (line: string) => console.error(`mcp: ${line}`);

function settings() {
  const { dataDir } = readSettings();
  try {
    return readMcpSettings(process.env, dataDir);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

runCommand(async () => {
  const given = settings();
  const handle = serveStdio(() => createMcpServer(given, log), {
    // A message says what could not be read, which may be a text.
    onerror: ({ name }) => log(`the client sent what can't be read, or went away: ${name}`),
  });
  log(`serving the account of ${given.clientId} at ${given.gatewayUrl}`);
  await once(process.stdin, "close");
  await handle.close();
});

import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { readMcpSettings } from "@/scripts/mcp/base/settings";
import { createMcpServer } from "@/scripts/mcp/server";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";

/** Writes lines for people to standard error: the protocol uses standard output. */
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
    // The error's message could contain a message text.
    onerror: ({ name }) => log(`the client sent unreadable data, or went away: ${name}`),
  });
  log(`serving the account of ${given.clientId} at ${given.gatewayUrl}`);
  await once(process.stdin, "close");
  await handle.close();
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type CallToolResult,
  Client,
  type ElicitResult,
  InMemoryTransport,
} from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import { createApiKey } from "@/lib/auth/keys/create-api-key";
import { db } from "@/lib/db/client";
import { type McpSettings, readMcpSettings } from "@/scripts/mcp/base/settings";
import type { Confirmations } from "@/scripts/mcp/confirm/confirmations";
import { createMcpServer } from "@/scripts/mcp/server";

/** A person's reply to questions. The questions are recorded. */
export type Person = { questions: string[]; says: () => ElicitResult | Promise<ElicitResult> };

/** Returns a person who agrees to everything, unless the test changes that. */
export const person = (): Person => ({
  questions: [],
  says: () => ({ action: "accept", content: { confirm: true } }),
});

/** Returns the settings of an MCP server with a new API key of an account. */
export async function keySettings(accountId: number, gatewayUrl: string) {
  const { clientId, clientSecret } = await createApiKey(
    db(),
    accountId,
    { name: "assistant", expiresAt: null },
    new Date(),
  );
  return { GATEWAY_URL: gatewayUrl, GATEWAY_CLIENT_ID: clientId, GATEWAY_CLIENT_SECRET: clientSecret };
}

/** Returns a data folder that is removed after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a client of the SDK. With a person it can show forms. */
export function newClient(of?: Person, isModern = false): Client {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: of === undefined ? {} : { elicitation: { form: {} } },
      ...(isModern ? { versionNegotiation: { mode: "auto" as const } } : {}),
    },
  );
  if (of)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      of.questions.push(params.message);
      return of.says();
    });
  return client;
}

export type Assistant = {
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
  client: Client;
  log: string[];
};

type ToolResult = { isError: boolean; text: string; value: Record<string, unknown> };

/** Connects an assistant's client to an MCP server in this process, as over stdio. */
export async function assistant(
  settings: Record<string, string>,
  options: {
    person?: Person;
    isModern?: boolean;
    dataDir?: string;
    confirmations?: Confirmations;
  } = {},
): Promise<Assistant> {
  const given: McpSettings = readMcpSettings(settings, options.dataDir ?? dataFolder());
  const log: string[] = [];
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => createMcpServer(given, (line) => log.push(line), options.confirmations), {
    transport: far,
  });
  const client = newClient(options.person, options.isModern);
  await client.connect(near);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  return { client, log, call: (name, args = {}) => callTool(client, name, args) };
}

/** Calls a tool, and returns its result. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolResult> {
  const answer = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return {
    isError: answer.isError === true,
    text,
    value: (answer.structuredContent ?? {}) as Record<string, unknown>,
  };
}
